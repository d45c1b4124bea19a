package dev.sluice.model.tlc.probe;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** The constant pool of a class file (JVM specification, section 4.4). */
final class ClassConstants {
  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;

  private ClassConstants() {}

  /**
   * Returns a class file in which one class is referred to by another name.
   *
   * @param descriptor a method descriptor that must occur in the class
   * @return {@code null} if the name or the descriptor does not occur
   */
  static byte[] renamed(byte[] file, String from, String to, String descriptor) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
    ByteArrayOutputStream octets = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(octets);
    out.writeLong(in.readLong()); // magic number and version
    int count = in.readUnsignedShort();
    out.writeShort(count);
    boolean isRenamed = false;
    boolean isDescribed = false;
    for (int index = 1; index < count; index++) {
      int tag = in.readUnsignedByte();
      out.writeByte(tag);
      if (tag == UTF8) {
        String text = in.readUTF();
        isRenamed |= text.equals(from);
        isDescribed |= text.equals(descriptor);
        out.writeUTF(text.equals(from) ? to : text);
      } else {
        byte[] rest = new byte[size(tag)];
        in.readFully(rest);
        out.write(rest);
        index += tag == LONG || tag == DOUBLE ? 1 : 0; // takes two places
      }
    }
    in.transferTo(out);
    return isRenamed && isDescribed ? octets.toByteArray() : null;
  }

  private static int size(int tag) throws IOException {
    return switch (tag) {
      case 7, 8, 16, 19, 20 -> 2; // class, string, method type, module, package
      case 15 -> 3; // method handle
      case 3, 4, 9, 10, 11, 12, 17, 18 -> 4; // int, float, members, name and type, dynamic
      case LONG, DOUBLE -> 8;
      default -> throw new IOException("unknown constant " + tag);
    };
  }
}
