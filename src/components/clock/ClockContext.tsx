import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { type Clock, type ClockState, createClock } from './clock.ts';

const Context = createContext<Clock | undefined>(undefined);

/** One clock for everything inside: what moves it moves the map, the curves and the figures alike. */
export const ClockProvider = ({ initialTime, children }: { initialTime?: number; children: ReactNode }) => {
  const [clock] = useState(() => createClock({ time: initialTime ?? 0 }));
  useEffect(() => clock.pause, [clock]);
  return <Context.Provider value={clock}>{children}</Context.Provider>;
};

export const useClock = (): Clock => {
  const clock = useContext(Context);
  if (!clock) throw new Error('useClock is called outside of <ClockProvider>');
  return clock;
};

/** Part of the clock's state. `select` must answer the same value for the same state, not a new object. */
export const useClockState = <T,>(select: (state: ClockState) => T): T => {
  const clock = useClock();
  return useSyncExternalStore(clock.subscribe, () => select(clock.get()));
};

/** Calls `onTick` with every change, past React: for what is drawn sixty times a second. */
export const useClockTick = (onTick: (state: ClockState) => void): void => {
  const clock = useClock();
  useEffect(() => {
    const tick = () => onTick(clock.get());
    tick();
    return clock.subscribe(tick);
  }, [clock, onTick]);
};
