package dev.sluice.cc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** The numbers of a configuration: each is tried at both ends of its range, and one beyond. */
public final class Ranges {
  private final Record sound;

  private Ranges(Record sound) {
    this.sound = sound;
  }

  /** The ranges that numbers have while all others are those of a sound configuration. */
  public static Ranges of(Record sound) {
    return new Ranges(sound);
  }

  /** The least and the largest of a number are taken; what is one beyond is refused. */
  public Ranges has(String number, long least, long most) {
    takes(number, least).takes(number, most);
    return refuses(number, least - 1).refuses(number, most + 1);
  }

  /** From so much on, however large. */
  public Ranges has(String number, long least) {
    return takes(number, least).refuses(number, least - 1);
  }

  private Ranges takes(String number, long value) {
    assertThat(refusal(number, value)).as("%s %d", number, value).isNull();
    return this;
  }

  private Ranges refuses(String number, long value) {
    assertThat(refusal(number, value)).as("%s %d", number, value).isNotBlank();
    return this;
  }

  /** Why the configuration with another number is refused, or null. */
  private String refusal(String number, long value) {
    try {
      RecordComponent[] all = sound.getClass().getRecordComponents();
      Class<?>[] types = Arrays.stream(all).map(RecordComponent::getType).toArray(Class[]::new);
      Object[] values = new Object[all.length];
      boolean found = false;
      for (int i = 0; i < all.length; i++) {
        all[i].getAccessor().setAccessible(true);
        values[i] = all[i].getAccessor().invoke(sound);
        if (all[i].getName().equals(number)) {
          found = true;
          values[i] = types[i] == int.class ? (Object) Math.toIntExact(value) : (Object) value;
        }
      }
      assertThat(found).as("%s has a %s", sound.getClass(), number).isTrue();
      Constructor<?> constructor = sound.getClass().getDeclaredConstructor(types);
      constructor.setAccessible(true);
      constructor.newInstance(values);
      return null;
    } catch (InvocationTargetException refused) {
      assertThat(refused.getCause()).isInstanceOf(IllegalArgumentException.class);
      return refused.getCause().getMessage();
    } catch (ReflectiveOperationException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
