package dev.sluice.fabric;

import dev.sluice.cc.pfc.PauseParams;

/**
 * The places at which a test can put a faulty piece into what pauses, to see that it is noticed.
 * What stands here is the sound one.
 */
class PauseFaultPoints {
  /** What a lane is told; its switch says that it is the sound one. */
  PauseParams params(PauseParams sound) {
    return sound;
  }

  /** Whether a port heeds a pause frame that has come; 0 is for it to go on. */
  boolean heeds(long time) {
    return true;
  }
}
