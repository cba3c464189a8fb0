import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Clock, type ClockState, createClock } from './clock.ts';

const Context = createContext<Clock | undefined>(undefined);

/** Moment at which the clock shows zero: the impact, or the start of the trip. */
export type ClockOrigin = 'impact' | 'start';
const OriginContext = createContext<ClockOrigin>('impact');
export const useClockOrigin = (): ClockOrigin => useContext(OriginContext);

interface Props {
  readonly initialTime?: number;
  readonly origin?: ClockOrigin;
  readonly children: ReactNode;
}

/** Shared clock of map, curves and figures. All of them show the same moment of a recording. */
export const ClockProvider = ({ initialTime, origin = 'impact', children }: Props) => {
  const [clock] = useState(() => createClock(initialTime === undefined ? {} : { time: initialTime }));
  useEffect(() => clock.pause, [clock]);
  return (
    <OriginContext.Provider value={origin}>
      <Context.Provider value={clock}>{children}</Context.Provider>
    </OriginContext.Provider>
  );
};

export const useClock = (): Clock => {
  const clock = useContext(Context);
  if (!clock) throw new Error('useClock is called outside of <ClockProvider>');
  return clock;
};

/** Returns a part of the clock's state. `select` must return the same value for the same state, not a new object. */
export const useClockState = <T,>(select: (state: ClockState) => T): T => {
  const clock = useClock();
  return useSyncExternalStore(clock.subscribe, () => select(clock.get()));
};

/** Calls `onTick` on every change of the clock, without a React render. Used for drawing at 60 frames per second. */
export const useClockTick = (onTick: (state: ClockState) => void): void => {
  const clock = useClock();
  // The subscription runs before the first paint, because content that ticks draw is empty until the first tick.
  useLayoutEffect(() => {
    const tick = () => onTick(clock.get());
    tick();
    return clock.subscribe(tick);
  }, [clock, onTick]);
};
