package dev.sluice.impact;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names in the constant pool of a class file (JVM specification, section 4.4).
 *
 * @param names qualified names in the pool, with dots and without the names of nested classes; some
 *     of them may not be classes
 * @param strings string literals
 */
record ClassFile(Set<String> names, Set<String> strings) {
  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int STRING = 8;

  /** Internal names, bare or in descriptors and signatures. */
  private static final Pattern NAME = Pattern.compile("L?([\\w]+(?:/\\w+)+)");

  ClassFile {
    names = Set.copyOf(names);
    strings = Set.copyOf(strings);
  }

  /**
   * Reads a class file.
   *
   * @throws IOException if the constant pool is malformed
   */
  static ClassFile read(byte[] file) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
    in.readLong(); // magic number and version
    int count = in.readUnsignedShort();
    String[] texts = new String[count];
    Set<Integer> literals = new HashSet<>();
    for (int index = 1; index < count; index++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case UTF8 -> texts[index] = in.readUTF();
        case STRING -> literals.add(in.readUnsignedShort());
        default -> in.skipNBytes(size(tag));
      }
      index += tag == LONG || tag == DOUBLE ? 1 : 0; // occupies two indices
    }
    Set<String> names = new HashSet<>();
    Set<String> strings = new HashSet<>();
    for (int index = 1; index < count; index++) {
      if (texts[index] != null && literals.contains(index)) {
        strings.add(texts[index]);
      } else if (texts[index] != null) {
        addNames(texts[index], names);
      }
    }
    return new ClassFile(names, strings);
  }

  private static void addNames(String text, Set<String> names) {
    Matcher matcher = NAME.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(1).replace('/', '.'));
      names.add(matcher.group().replace('/', '.')); // a package may begin with "L"
    }
  }

  private static int size(int tag) throws IOException {
    return switch (tag) {
      case 7, 16, 19, 20 -> 2; // class, method type, module, package
      case 15 -> 3; // method handle
      case 3, 4, 9, 10, 11, 12, 17, 18 -> 4; // int, float, members, name and type, dynamic
      case LONG, DOUBLE -> 8;
      default -> throw new IOException("unknown constant " + tag);
    };
  }
}
