import { type Kysely, sql } from 'kysely';

/**
 * Indexes of the global search, for an immediate answer over a million vouchers.
 * A key or the beginning of a name is a range of a B-tree, read in its order for a few rows. The end of a number is the
 * beginning of the reversed number.
 * Words in any order are in one GIN index, each prefixed with its company, so that no rows of other companies are read.
 * The words are a column, because a word that many rows contain is found faster by reading the first few rows.
 * A bulk load drops and rebuilds these indexes like any other.
 * The functions' bodies are parsed here, because indexes are built under a search path without the schema.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    -- Letters as in search_key(), everything else a single space; the same as wordsOf() in server/engine/search/matching.
    create function search_words(value text) returns text
      language sql immutable parallel safe strict
      return btrim(regexp_replace(translate(value,
        'абвгдеёжзийклмнопрстуфхцчшщъыьэюяabcdefghijklmnopqrstuvwxyzЁАВЕКМНОРСТУХ-.,()+/@_#№:;"''«»„“”–—*&!?<>[]{}|\\~^%$=' || chr(96) || chr(160) || chr(9) || chr(10) || chr(13),
        'AБBГДEEЖЗИЙKЛMHOПPCTYФXЦЧШЩЪЫЬЭЮЯABCDEFGHIJKLMNOPQRSTUVWXYZEABEKMHOPCTYX' || repeat(' ', 60)), ' {2,}', ' ', 'g'));

    create function search_plain(value text) returns text
      language sql immutable parallel safe strict
      return replace(search_words(value), ' ', '');

    -- The last ten digits of a phone: the number without its country.
    create function search_phone(value text) returns text
      language sql immutable parallel safe strict
      return right(translate(value, ' -().+', ''), 10);

    -- A database without a locale breaks words at Cyrillic letters when it makes trigrams: these are made of ASCII.
    create function search_fold(value text) returns text
      language sql immutable parallel safe strict
      return translate(value, 'БГДЖЗИЙЛПФЦЧШЩЪЫЬЭЮЯ', 'FGDJZIILNFCQWWVSVEUR');

    create function search_lexemes(company_id bigint, value text) returns tsvector
      language sql immutable parallel safe strict
      return array_to_tsvector(string_to_array(
        company_id || ':' || replace(search_words(value), ' ', ' ' || company_id || ':'), ' '));

    drop index voucher_search;
    alter table voucher add column words tsvector generated always as (search_lexemes(company_id, client_name || ' ' || vehicle_brand
      || ' ' || search_plain(vehicle_brand) || ' ' || vehicle_model || ' ' || search_plain(vehicle_model) || ' ' || city)) stored;
    create index voucher_key_number on voucher (company_id, (search_plain(number)) collate "C", id);
    create index voucher_key_plate on voucher (company_id, (search_plain(reg_number)) collate "C", id);
    create index voucher_key_name on voucher (company_id, (search_words(client_name)) collate "C", id);
    create index voucher_tail_imei on voucher (company_id, (reverse(imei)) collate "C", id);
    create index voucher_tail_vin on voucher (company_id, (reverse(search_plain(vin))) collate "C", id);
    create index voucher_tail_phone on voucher (company_id, (reverse(search_phone(client_phone))) collate "C", id);
    create index voucher_words on voucher using gin (words);
    create index voucher_search on voucher using gin (search_fold(search) gin_trgm_ops);

    drop index accident_search;
    alter table accident add column words tsvector generated always as (search_lexemes(company_id, client_name || ' ' || vehicle_brand
      || ' ' || search_plain(vehicle_brand) || ' ' || vehicle_model || ' ' || search_plain(vehicle_model) || ' ' || city)) stored;
    create index accident_key_plate on accident (company_id, (search_plain(reg_number)) collate "C", id);
    create index accident_key_voucher on accident (company_id, (search_plain(voucher_number)) collate "C", id);
    create index accident_key_name on accident (company_id, (search_words(client_name)) collate "C", id);
    create index accident_tail_phone on accident (company_id, (reverse(search_phone(client_phone))) collate "C", id);
    create index accident_words on accident using gin (words);
    create index accident_search on accident using gin (search_fold(search) gin_trgm_ops);

    alter table client add column words tsvector generated always as
      (search_lexemes(company_id, last_name || ' ' || first_name || ' ' || middle_name || ' ' || city)) stored;
    create index client_key_name on client
      (company_id, (search_words(last_name || ' ' || first_name || ' ' || middle_name)) collate "C", id);
    create index client_key_phone on client (company_id, (search_phone(phone)) collate "C", id);
    create index client_tail_phone on client (company_id, (reverse(search_phone(phone))) collate "C", id);
    create index client_tail_second_phone on client (company_id, (reverse(search_phone(second_phone))) collate "C", id)
      where second_phone <> '';
    create index client_key_email on client (company_id, (search_plain(email)) collate "C", id) where email <> '';
    create index client_words on client using gin (words);

    create index device_key_imei on device (company_id, (imei) collate "C");
    create index device_tail_imei on device (company_id, (reverse(imei)) collate "C");
    create index device_tail_sim on device (company_id, (reverse(search_phone(sim_number))) collate "C");
  `.execute(db);
};
