import { describe, expect, it } from 'vitest';
import { findMentionedPeople } from '../../../../server/modules/messages/service.ts';
import { completeMention, mentionAt, suggestPeople } from '../../../../src/layout/chat/Composer.tsx';

const people = ['Анна', 'Анна Петрова', 'Иван Анисимов'].map((fullName, at) => ({ id: at + 1, fullName }));
const names = (found: readonly { fullName: string }[]) => found.map(({ fullName }) => fullName);

describe('a mention', () => {
  it('is begun by an @ at the beginning of a word', () => {
    expect(mentionAt('Привет, @Ан', 11)).toBe('Ан');
    expect(mentionAt('@', 1)).toBe('');
    expect(mentionAt('почта@ан', 8)).toBeUndefined();
    expect(mentionAt('@Анна тут', 2)).toBe('А');
  });

  it('suggests whose name has a word that begins so', () => {
    expect(names(suggestPeople('ан', people))).toEqual(['Анна', 'Анна Петрова', 'Иван Анисимов']);
    expect(names(suggestPeople('пет', people))).toEqual(['Анна Петрова']);
    expect(names(suggestPeople('анна п', people))).toEqual(['Анна Петрова']);
    expect(suggestPeople('анна петрова, привет', people)).toEqual([]);
  });

  it('is written out where it was begun', () => {
    expect(completeMention('Да, @пе и всё', 7, 'Анна Петрова')).toEqual(['Да, @Анна Петрова  и всё', 18]);
  });

  it('reaches who is named, the longer of two names first', () => {
    expect(names(findMentionedPeople('@Анна Петрова, глянь', people))).toEqual(['Анна Петрова']);
    expect(names(findMentionedPeople('@анна и @ИВАН АНИСИМОВ', people))).toEqual(['Иван Анисимов', 'Анна']);
    expect(findMentionedPeople('Анна', people)).toEqual([]);
  });
});
