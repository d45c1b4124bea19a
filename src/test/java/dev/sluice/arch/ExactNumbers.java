package dev.sluice.arch;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * No {@code float} and no {@code double}: in fields, signatures, calls, constants, and in what a
 * method does between its braces, which only the class file shows.
 */
final class ExactNumbers extends ArchCondition<JavaClass> {
  private static final int API = Opcodes.ASM9;

  /** A descriptor or generic signature that names a floating type. */
  private static final Pattern FLOATING =
      Pattern.compile(
          "Ljava/(?:lang/(?:Float|Double)|util/\\w*Double\\w*|util/\\w+/\\w*Double\\w*);");

  /** Every instruction that loads, keeps, computes, compares, converts or returns one. */
  private static final Set<Integer> INSTRUCTIONS =
      Set.of(
          Opcodes.FCONST_0,
          Opcodes.FCONST_1,
          Opcodes.FCONST_2,
          Opcodes.DCONST_0,
          Opcodes.DCONST_1,
          Opcodes.FLOAD,
          Opcodes.DLOAD,
          Opcodes.FSTORE,
          Opcodes.DSTORE,
          Opcodes.FALOAD,
          Opcodes.DALOAD,
          Opcodes.FASTORE,
          Opcodes.DASTORE,
          Opcodes.FADD,
          Opcodes.DADD,
          Opcodes.FSUB,
          Opcodes.DSUB,
          Opcodes.FMUL,
          Opcodes.DMUL,
          Opcodes.FDIV,
          Opcodes.DDIV,
          Opcodes.FREM,
          Opcodes.DREM,
          Opcodes.FNEG,
          Opcodes.DNEG,
          Opcodes.I2F,
          Opcodes.I2D,
          Opcodes.L2F,
          Opcodes.L2D,
          Opcodes.F2I,
          Opcodes.F2L,
          Opcodes.F2D,
          Opcodes.D2I,
          Opcodes.D2L,
          Opcodes.D2F,
          Opcodes.FCMPL,
          Opcodes.FCMPG,
          Opcodes.DCMPL,
          Opcodes.DCMPG,
          Opcodes.FRETURN,
          Opcodes.DRETURN);

  ExactNumbers() {
    super("hold no floating point");
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    Set<String> found = new TreeSet<>();
    try (InputStream bytes =
        type.getSource()
            .orElseThrow(() -> new IllegalStateException("no class file known for " + type))
            .getUri()
            .toURL()
            .openStream()) {
      new ClassReader(bytes).accept(new Scan(found::add), ClassReader.SKIP_FRAMES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (String what : found) {
      events.add(
          SimpleConditionEvent.violated(type, type.getName() + ": floating point in " + what));
    }
    if (found.isEmpty()) {
      events.add(SimpleConditionEvent.satisfied(type, type.getName() + " is exact"));
    }
  }

  private static boolean floating(String descriptor) {
    if (descriptor == null) {
      return false;
    }
    String withoutNames = descriptor.replaceAll("L[^;<]*[;<]", "L").replaceAll("T\\w+;", "T");
    return FLOATING.matcher(descriptor).find()
        || withoutNames.indexOf('F') >= 0
        || withoutNames.indexOf('D') >= 0;
  }

  private static final class Scan extends ClassVisitor {
    private final Consumer<String> found;

    Scan(Consumer<String> found) {
      super(API);
      this.found = found;
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      note(floating(descriptor) || floating(signature), "the field " + name);
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      String method = "the method " + name;
      note(floating(descriptor) || floating(signature), method);
      return new MethodVisitor(API) {
        @Override
        public void visitInsn(int opcode) {
          note(INSTRUCTIONS.contains(opcode), method);
        }

        @Override
        public void visitVarInsn(int opcode, int index) {
          note(INSTRUCTIONS.contains(opcode), method);
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
          note(
              opcode == Opcodes.NEWARRAY
                  && (operand == Opcodes.T_FLOAT || operand == Opcodes.T_DOUBLE),
              method);
        }

        @Override
        public void visitLdcInsn(Object value) {
          note(value instanceof Float || value instanceof Double, method);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String type) {
          note(floating(type), method);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
          note(floating(type.startsWith("[") ? type : "L" + type + ";"), method);
        }

        @Override
        public void visitMultiANewArrayInsn(String type, int dimensions) {
          note(floating(type), method);
        }

        @Override
        public void visitMethodInsn(
            int opcode, String owner, String called, String type, boolean isInterface) {
          note(floating(type) || floating("L" + owner + ";"), method);
        }

        @Override
        public void visitInvokeDynamicInsn(
            String called, String type, Handle bootstrap, Object... arguments) {
          note(
              floating(type)
                  || Arrays.stream(arguments)
                      .anyMatch(a -> a instanceof Handle handle && floating(handle.getDesc())),
              method);
        }
      };
    }

    private void note(boolean isFloating, String where) {
      if (isFloating) {
        found.accept(where);
      }
    }
  }
}
