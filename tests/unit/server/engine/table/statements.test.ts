import { describe, expect, it } from 'vitest';
import { splitStatements } from '../../../../../server/db/migrate.ts';

describe('SQL is split into statements', () => {
  it('at semicolons, whose statements may lack the last one', () => {
    expect(splitStatements('select 1; select 2 ;\nselect 3')).toEqual(['select 1', 'select 2', 'select 3']);
  });

  it.each([
    ['a text', "select 'a;b', 'it''s;'"],
    ['a text that ends with a backslash', "select 'C:\\' || ';'"],
    ['a text with escapes', "select E'it\\'s; \\\\' || e';'"],
    ['a name', 'select 1 as "a;""b;"'],
    ['a dollar quote', 'do $$ begin perform 1; end; $$'],
    ['a named dollar quote around another', 'do $body$ begin execute $$select 1;$$; end; $body$'],
    ['a comment', 'select 1 -- not; here\n + 2'],
    ['a comment with an apostrophe', "select 1 -- it's\n + 2"],
    ['comments in comments', "select /* a; /* b; */ it's; */ 1"],
    ['a rule', 'create rule r as on insert to t do also (insert into u values (1); insert into u values (2))'],
    [
      'the body of a function',
      'create function f() returns int begin atomic select case when true then 1 end; select 2; end',
    ],
  ])('but not in %s', (_what, text) => {
    expect(splitStatements(`${text}; select 9;`)).toEqual([text, 'select 9']);
  });

  it('where a parameter or a name holds a dollar, which begins no quote', () => {
    expect(splitStatements('select $1, a$b$c from t; select $2')).toEqual(['select $1, a$b$c from t', 'select $2']);
  });

  it('and none of comments, spaces and lone semicolons', () => {
    expect(splitStatements(' ; -- nothing\n; /* nothing */ ;;')).toEqual([]);
  });

  it('keeping a comment with the statement that follows it', () => {
    expect(splitStatements('-- one\nselect 1;\n-- two; three\nselect 2;')).toEqual([
      '-- one\nselect 1',
      '-- two; three\nselect 2',
    ]);
  });

  it('and a transaction begins with a statement of its own', () => {
    expect(splitStatements('begin; select 1; end')).toEqual(['begin', 'select 1', 'end']);
  });
});
