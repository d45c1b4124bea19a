package dev.sluice.model.tlc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.model.tlc.TlcMembers.Jar;
import dev.sluice.model.tlc.TlcMembers.Member;
import dev.sluice.model.tlc.TlcMembers.References;
import dev.sluice.model.tlc.probe.Probe;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * The room that runs inside TLC uses only what all versions of TLC have: it is held against the
 * kept list {@code src/test/resources/tlc-members.txt}, and the list against the jar at hand. Where
 * {@code SLUICE_TLA2TOOLS} names another jar, the list is held against that one, too.
 */
class TlcMembersTest {
  private static final Path LIST = Path.of("src", "test", "resources", "tlc-members.txt");
  private static final Path SOURCES =
      Path.of("src", "main", "java", "dev", "sluice", "model", "tlc", "probe");
  private static final String OTHER_JAR = "SLUICE_TLA2TOOLS";

  private static final String BUNDLED = "1.1.0";
  private static final List<String> VERSIONS = List.of(BUNDLED, "1.7.4", "1.8.0");
  private static final String SHARED = "public in " + String.join(" ", VERSIONS);

  private static final Pattern CONSTANT = Pattern.compile("constant (\\S+) (\\S+) = (-?\\d+)");
  private static final Pattern REFLECTION = Pattern.compile("reflection (.+) : (.+) : (.+)");
  private static final Pattern MEMBER = Pattern.compile("(.+) : (.+)");
  private static final Pattern TLC_TYPE =
      Pattern.compile("\\b((?:tlc2|tla2sany|util|pcal)(?:\\.[a-z]\\w*)*)\\.([A-Z]\\w*)");

  /** By member, the access that the list says it has. */
  private static final Map<Member, String> MEMBERS = new TreeMap<>();

  private static final Map<Member, String> BY_REFLECTION = new TreeMap<>();

  /** By class and name. */
  private static final Map<String, Integer> CONSTANTS = new TreeMap<>();

  private static References used;

  @BeforeAll
  static void read() throws IOException {
    used = TlcMembers.of(probe());
    for (String line : Files.readAllLines(LIST)) {
      Matcher constant = CONSTANT.matcher(line);
      Matcher reflection = REFLECTION.matcher(line);
      Matcher member = MEMBER.matcher(line);
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      } else if (constant.matches()) {
        CONSTANTS.put(
            constant.group(1) + "." + constant.group(2), Integer.valueOf(constant.group(3)));
      } else if (reflection.matches()) {
        BY_REFLECTION.put(member(reflection.group(1)), reflection.group(2));
      } else if (member.matches()) {
        MEMBERS.put(member(member.group(1)), member.group(2));
      } else {
        throw new IOException(LIST + " has a line of no known form: " + line);
      }
    }
  }

  private static Member member(String words) {
    String[] parts = words.split(" ", 3);
    return new Member(parts[0], parts[1], parts.length == 3 ? parts[2] : "");
  }

  /** The folder of the class files of the room. */
  private static Path probe() throws IOException {
    return Path.of("target/classes", Probe.class.getPackageName().split("\\."));
  }

  @Test
  void whatTheProbeRefersToIsOnTheList() {
    Set<Member> unlisted = new TreeSet<>(used.members());
    unlisted.removeAll(MEMBERS.keySet());
    assertThat(unlisted)
        .as(
            "the probe refers to these, and %s has them not. If all of %s have it as a public"
                + " member, add the line, followed by \" : %s\"; if not, reach it in a way that all"
                + " versions share: Loaded",
            LIST, VERSIONS, SHARED)
        .isEmpty();
    Set<Member> unused = new TreeSet<>(MEMBERS.keySet());
    unused.removeAll(used.members());
    assertThat(unused).as("the probe refers to these no more: take them out of %s", LIST).isEmpty();
  }

  @Test
  void whatIsReferredToIsPublicInEveryVersion() {
    Map<Member, String> closed = new TreeMap<>(MEMBERS);
    closed.values().removeIf(SHARED::equals);
    assertThat(closed)
        .as("some version lacks or closes these: reach it in a way that all versions share: Loaded")
        .isEmpty();
  }

  @Test
  void theListIsTrueOfTheJarAtHand() throws Exception {
    try (Jar jar = new Jar(TlcJar.shipped().path())) {
      for (Map<Member, String> all : List.of(MEMBERS, BY_REFLECTION)) {
        for (Map.Entry<Member, String> each : all.entrySet()) {
          assertThat(jar.access(each.getKey()))
              .as("%s in the jar at hand: put %s right", each.getKey(), LIST)
              .isEqualTo(access(each.getValue()));
        }
      }
      constants(jar, "the jar at hand");
    }
  }

  /** The access that a line tells of the bundled version. */
  private static String access(String told) {
    return Stream.of(told.split(", "))
        .filter(each -> Arrays.asList(each.split(" ")).contains(BUNDLED))
        .map(each -> each.substring(0, each.indexOf(' ')))
        .findFirst()
        .orElse("absent");
  }

  private static void constants(Jar jar, String which) throws IOException {
    for (Map.Entry<String, Integer> each : CONSTANTS.entrySet()) {
      int dot = each.getKey().lastIndexOf('.');
      String type = each.getKey().substring(0, dot);
      assertThat(jar.constant(type, each.getKey().substring(dot + 1)))
          .as(
              "%s in %s. The compiler writes the value into the probe, which hence takes all"
                  + " versions to have the same",
              each.getKey(), which)
          .isEqualTo(each.getValue());
    }
  }

  @Test
  void whatIsFoundByItsNameIsOnTheListWithWhatHappensWithoutIt() {
    Set<String> listed = new TreeSet<>();
    for (Member member : BY_REFLECTION.keySet()) {
      listed.add(
          member.name().isEmpty() ? member.owner() : member.name().replaceFirst("[:(].*", ""));
    }
    assertThat(used.names())
        .as(
            "names by which the probe finds members of TLC; %s has a line of each, that begins"
                + " with \"reflection\" and ends with what happens where it is missing",
            LIST)
        .isEqualTo(listed);
  }

  /** No class file refers to a constant: the sources are looked at. */
  @Test
  void constantsWhoseValuesAreCompiledInAreOnTheList() throws Exception {
    Set<String> found = new TreeSet<>();
    try (Jar jar = new Jar(TlcJar.shipped().path());
        Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.toList()) {
        String text = Files.readString(file);
        Map<String, String> types = new LinkedHashMap<>();
        for (Matcher type = TLC_TYPE.matcher(text); type.find(); ) {
          types.put(type.group(2), type.group());
        }
        for (Map.Entry<String, String> type : types.entrySet()) {
          Pattern use = Pattern.compile("\\b" + type.getKey() + "\\.(\\w+)");
          for (Matcher name = use.matcher(text); name.find(); ) {
            if (jar.constant(type.getValue(), name.group(1)) != null) {
              found.add(type.getValue() + "." + name.group(1));
            }
          }
        }
      }
    }
    assertThat(found).as("constants of TLC, see %s", LIST).isEqualTo(CONSTANTS.keySet());
  }

  @Test
  void theVirtualMachineAcceptsTheProbeWithTheJarAtHand() throws Exception {
    accepts(TlcJar.shipped().path());
  }

  /** So that what the other tests run on the stand-in tells something of an upstream jar. */
  @Test
  void theVirtualMachineAcceptsTheProbeWithTheStandIn(@TempDir Path folder) throws Exception {
    Path jar = UpstreamJar.make(folder);
    accepts(jar);
    sharedBy(jar);
  }

  @Test
  @EnabledIfEnvironmentVariable(named = OTHER_JAR, matches = ".+")
  void theListIsTrueOfTheJarThatIsNamed() throws Exception {
    Path jar = Path.of(System.getenv(OTHER_JAR));
    accepts(jar);
    sharedBy(jar);
    try (Jar other = new Jar(jar)) {
      constants(other, jar.toString());
      for (Map.Entry<Member, String> each : BY_REFLECTION.entrySet()) {
        if (VERSIONS.stream().allMatch(each.getValue()::contains)) {
          assertThat(other.access(each.getKey())).as("%s", each.getKey()).isNotEqualTo("absent");
        }
      }
    }
  }

  private static void sharedBy(Path jar) throws IOException {
    Map<Member, String> closed = new TreeMap<>();
    try (Jar other = new Jar(jar)) {
      for (Member member : MEMBERS.keySet()) {
        closed.put(member, other.access(member));
      }
    }
    closed.values().removeIf("public"::equals);
    assertThat(closed)
        .as("%s lacks or closes these: reach it in a way that all versions share: Loaded", jar)
        .isEmpty();
  }

  /** Loads every class of the probe and has it verified, which looks at TLC's class hierarchy. */
  private static void accepts(Path jar) throws Exception {
    URL[] path = {jar.toUri().toURL(), TlcJar.probe().toUri().toURL()};
    List<String> types;
    try (Stream<Path> files = Files.list(probe())) {
      types =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
              .map(name -> Probe.class.getPackageName() + "." + name.replaceFirst("\\.class$", ""))
              .collect(Collectors.toCollection(ArrayList::new));
    }
    try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
      for (String type : types) {
        assertThatCode(() -> Class.forName(type, true, loader))
            .as("%s with %s", type, jar)
            .doesNotThrowAnyException();
      }
    }
  }
}
