package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;

/** Opcodes and flags of SES headers, as far as they are in use here. */
@Requirement({"UET-3", "PDC-12"})
public final class SesOpcode {
  /** Request: nothing. */
  public static final int NO_OP = 0x00;

  /** Request: write into the target's memory. */
  public static final int WRITE = 0x01;

  /** Request: read from the target's memory. */
  public static final int READ = 0x02;

  /** Response: all is well, without more words. */
  public static final int DEFAULT_RESPONSE = 0x00;

  /** Response. */
  public static final int RESPONSE = 0x01;

  /** Response that brings data. */
  public static final int RESPONSE_WITH_DATA = 0x02;

  /** Response: there will be none. */
  public static final int NO_RESPONSE = 0x03;

  /** Return code: none. */
  public static final int RC_NULL = 0x00;

  /** Return code: done. */
  public static final int RC_OK = 0x01;

  /** Request flag: answer when the data is in memory. */
  public static final int DC = 0x20;

  /** Request flag: the initiator has met an error. */
  public static final int IE = 0x10;

  /** Request flag: addressing relative to the job. */
  public static final int REL = 0x08;

  /** Request flag: header data is present. */
  public static final int HD = 0x04;

  /** Request flag: end of message. */
  public static final int EOM = 0x02;

  /** Request flag: start of message. */
  public static final int SOM = 0x01;

  /** The version, in the flags of a request and beside the return code of a response. */
  static final int VERSION = 0xC0;

  private SesOpcode() {}
}
