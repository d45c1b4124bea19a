package dev.sluice.model.tlc.probe;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import tlc2.TLC;
import tlc2.tool.Action;
import tlc2.tool.TLCState;

/**
 * TLC's state writer, whatever its signature.
 *
 * <p>The jar Sluice is built with reports a transition as {@code writeState(from, to, boolean
 * isNew, action)}; upstream's as {@code writeState(from, to, short flags, action)}, and calls also
 * for successors that a constraint cut off. The interface is therefore implemented at run time,
 * going by the arguments that arrive and by the constants that the jar's own interface declares.
 */
final class StateWriterAdapter implements InvocationHandler {
  private final Reports reports;
  private final int seenFlag;
  private final int outsideFlag;

  private StateWriterAdapter(Reports reports, Class<?> writer) {
    this.reports = reports;
    this.seenFlag = flag(writer, "IsSeen");
    this.outsideFlag = flag(writer, "IsNotInModel");
  }

  /**
   * Makes TLC report; to be called between reading the parameters and the run.
   *
   * @throws ReflectiveOperationException if this TLC has neither a setter nor a field for its
   *     writer
   */
  static void install(TLC tlc, Reports reports) throws ReflectiveOperationException {
    Class<?> writer =
        Class.forName("tlc2.util.IStateWriter", true, tlc.getClass().getClassLoader());
    Object proxy = proxy(writer, reports);
    for (Method method : TLC.class.getMethods()) {
      if (method.getName().equals("setStateWriter")
          && method.getParameterCount() == 1
          && method.getParameterTypes()[0] == writer) {
        method.invoke(tlc, proxy);
        return;
      }
    }
    Field field = TLC.class.getDeclaredField("stateWriter");
    field.setAccessible(true);
    field.set(tlc, proxy);
  }

  /** An object of TLC's writer interface that tells what it is told. */
  static Object proxy(Class<?> writer, Reports reports) {
    return Proxy.newProxyInstance(
        writer.getClassLoader(), new Class<?>[] {writer}, new StateWriterAdapter(reports, writer));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
    switch (method.getName()) {
      case "writeState":
        write(args);
        return null;
      case "getDumpFileName":
        return "";
      case "toString":
        return "Sluice's graph stream";
      case "hashCode":
        return System.identityHashCode(proxy);
      case "equals":
        return proxy == args[0];
      case "isNoop", "isDot", "isConstrained":
        return false;
      default:
        if (method.isDefault()) {
          try {
            return InvocationHandler.invokeDefault(proxy, method, args);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        }
        return null; // close and snapshot: the segments are closed by the probe
    }
  }

  private void write(Object[] args) {
    if (args.length == 1) {
      reports.initial((TLCState) args[0]);
    } else if (args.length == 4 && args[3] instanceof Action action) {
      boolean isNew;
      if (args[2] instanceof Boolean known) {
        isNew = known;
      } else {
        int flags = ((Number) args[2]).intValue();
        if (outsideFlag != 0 && (flags & outsideFlag) != 0) {
          return;
        }
        isNew = (flags & seenFlag) == 0;
      }
      reports.edge((TLCState) args[0], (TLCState) args[1], isNew, action);
    }
    // All other forms draw what liveness checking adds (stuttering, tableau): not transitions.
  }

  private static int flag(Class<?> writer, String name) {
    try {
      return ((Number) writer.getField(name).get(null)).intValue();
    } catch (NoSuchFieldException e) {
      return 0; // the older interface has no flags
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a public constant of an interface is readable", e);
    }
  }
}
