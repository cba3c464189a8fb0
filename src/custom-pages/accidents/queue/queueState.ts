import { createContext, useState } from 'react';
import { listName } from '../../../dataProvider/locate.ts';
import { useListChanges } from '../../../live/store.ts';
import { accidents } from '../../../resources/accidents.ts';
import { createStore } from '../../../store.ts';

export const QueueContext = createContext<{ readonly isOpen: boolean; readonly toggle: () => void }>({
  isOpen: false,
  toggle: () => undefined,
});

export const queueList = listName(accidents, 'opened');

/** Cases that were opened in this tab. */
const openedIds = new Set<number>();

/**
 * Returns the number of cases that have arrived in the queue since it was fetched. Cases that the user has opened do not
 * count: those that the user registered, reopened or got back by undo. `accidentId`: the open case.
 */
export const useNewCaseCount = (accidentId: number): number => {
  // Remembers the case while rendering, because its arrival may be counted in the same render.
  useState(() => openedIds.add(accidentId));
  return [...useListChanges(queueList).arrivedIds].filter(id => !openedIds.has(id)).length;
};

/** Width of the queue beside or over a case, pixels. */
export const queueWidth = 320;
/** Smallest width of a case beside the queue, pixels. The case then still fits one screen, in two columns. */
const caseMinWidth = 1080;

export const fitsBeside = (contentWidth: number): boolean => contentWidth - queueWidth >= caseMinWidth;

const storageKey = 'case-queue';

/** Whether the queue stands beside cases. It is stored in this browser. */
const beside = createStore(localStorage.getItem(storageKey) === 'open');
/** Whether the queue is open over the case. It closes when a case is opened from it. */
const over = createStore(false);

export const useQueueOpen = (isBeside: boolean): readonly [boolean, (open: boolean) => void] => {
  const isOpenBeside = beside.use();
  const isOpenOver = over.use();
  const setOpen = (open: boolean) => {
    if (!isBeside) return over.set(open);
    localStorage.setItem(storageKey, open ? 'open' : 'closed');
    beside.set(open);
  };
  return [isBeside ? isOpenBeside : isOpenOver, setOpen];
};
