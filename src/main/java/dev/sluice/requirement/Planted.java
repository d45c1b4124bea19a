package dev.sluice.requirement;

/**
 * One deviation from a row, planted on purpose, and the check cited for the row that turns red on
 * it. Either a control of a table of models, which {@code sluice verify} runs; or another text in a
 * source, on which a test is run by the tests of this project.
 *
 * @param id the row
 * @param says what is wrong then; empty for a control, whose own row says it
 * @param control module and name of the control, such as {@code
 *     "CreditConservation/fault_adds_total"}; empty where a source is changed
 * @param source the file that is changed, from the project's root
 * @param find what stands in it, once
 * @param replace what is put in its place
 * @param test class and method, as {@code -Dtest=} takes them
 * @param place where the row of the table stands
 */
public record Planted(
    String id,
    String says,
    String control,
    String source,
    String find,
    String replace,
    String test,
    Place place) {

  /** Who finds the deviation: {@code sluice verify}, or the tests of this project. */
  public boolean isControl() {
    return !control.isEmpty();
  }

  /** What it is known by: the control, or the test. */
  public String name() {
    return isControl() ? control : test;
  }

  /** The test's file, from the project's root. */
  String testFile() {
    return "src/test/java/" + testClass().replace('.', '/') + ".java";
  }

  /** The class of the test with its package. */
  public String testClass() {
    int method = test.indexOf('#');
    return method < 0 ? test : test.substring(0, method);
  }

  /** The method of the test. */
  public String testMethod() {
    return test.substring(test.indexOf('#') + 1);
  }

  /** Whether a place that cites the row is the test, or the class that it stands in. */
  boolean isOf(Citation citation) {
    if (citation.kind() != Citation.Kind.TEST || !citation.place().file().equals(testFile())) {
      return false;
    }
    String type = testClass().substring(testClass().lastIndexOf('.') + 1);
    return citation.name().equals(type) || citation.name().equals(type + "." + testMethod());
  }
}
