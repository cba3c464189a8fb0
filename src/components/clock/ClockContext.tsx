import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { type Clock, type ClockState, createClock } from './clock.ts';

const Context = createContext<Clock | undefined>(undefined);

/** Shared clock of map, curves and figures. */
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

/** A part of the clock's state. `select` must return the same value for the same state, not a new object. */
export const useClockState = <T,>(select: (state: ClockState) => T): T => {
  const clock = useClock();
  return useSyncExternalStore(clock.subscribe, () => select(clock.get()));
};

/** Calls `onTick` on every change outside React, for drawing at 60 fps. */
export const useClockTick = (onTick: (state: ClockState) => void): void => {
  const clock = useClock();
  useEffect(() => {
    const tick = () => onTick(clock.get());
    tick();
    return clock.subscribe(tick);
  }, [clock, onTick]);
};
