import type { Knex } from 'knex'

const isMysql = (db: Knex) => db.client.driverName === 'mysql2'

/**
 * Runs one statement, with the few words in which SQLite and MariaDB differ filled in: `{id}` the primary key,
 * `{ci}` text compared without regard to case, `{exact}` text compared byte by byte, `{options}` the table's options.
 */
export function ddl(db: Knex, statement: string) {
  const words = isMysql(db)
    ? {
        id: 'int not null auto_increment primary key',
        ci: '',
        exact: ' character set utf8mb4 collate utf8mb4_bin',
        options: ' engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_ci',
      }
    : { id: 'integer primary key autoincrement', ci: ' collate nocase', exact: '', options: '' }
  return db.raw(statement.replace(/\{(id|ci|exact|options)\}/g, (_, word: keyof typeof words) => words[word]))
}

/** Creates a table and its indexes, given as columns by index name. It skips whatever exists, as do the functions below. */
export async function createTable(db: Knex, table: string, columns: string, indexes: Record<string, string> = {}) {
  const named = Object.entries(indexes)
  // One statement on MariaDB, where each one waits for the disk.
  const keys = isMysql(db) ? named.map(([name, columns]) => `, key ${name} (${columns})`).join('') : ''
  await ddl(db, `create table if not exists \`${table}\` (${columns}${keys}){options}`)
  if (!isMysql(db)) for (const [name, columns] of named) await createIndex(db, table, name, columns)
}

/** Adds a column to a table. */
export async function addColumn(db: Knex, table: string, column: string, type: string) {
  await finishRemake(db, table)
  if (!(await db.schema.hasColumn(table, column)))
    await ddl(db, `alter table \`${table}\` add column \`${column}\` ${type}`)
}

/** Removes a column that no index names from a table. */
export async function dropColumn(db: Knex, table: string, column: string) {
  if (await db.schema.hasColumn(table, column)) await ddl(db, `alter table \`${table}\` drop column \`${column}\``)
}

/** Gives a column that no index names another type, and keeps what is in it. */
export async function retypeColumn(db: Knex, table: string, column: string, type: string) {
  if (isMysql(db)) return ddl(db, `alter table \`${table}\` modify column \`${column}\` ${type}`)
  const wider = `${column}Wider`
  if (await db.schema.hasColumn(table, column)) {
    await addColumn(db, table, wider, type)
    await db(table).update({ [wider]: db.ref(column) })
    await dropColumn(db, table, column)
  }
  await ddl(db, `alter table \`${table}\` rename column \`${wider}\` to \`${column}\``)
}

/** Creates an index on a table. */
export const createIndex = (db: Knex, table: string, name: string, columns: string) =>
  ddl(db, `create index if not exists ${name} on \`${table}\` (${columns})`)

/** Creates an index that lets no two rows share these columns. */
export const createUniqueIndex = (db: Knex, table: string, name: string, columns: string) =>
  ddl(db, `create unique index if not exists ${name} on \`${table}\` (${columns})`)

/**
 * Creates the search index `<table>_search` over text columns of a master, filled from the rows that are there and kept
 * by triggers. On SQLite it holds which groups of three characters follow each other where, in small letters as `like`
 * compares them, and which rows are active; the texts stay in the table.
 */
export async function createSearchIndex(db: Knex, table: string, columns: string) {
  if (isMysql(db)) return createTrigramTable(db, table, columns)
  const index = `${table}_search`
  const names = columns.split(', ')
  const all = `${columns}, isActive`
  const texts = (row: string) =>
    [...names.map(name => `lower(${row}.${name})`), `case when ${row}.isActive then 'yes' end`].join(', ')
  const remove = `insert into ${index} (${index}, rowid, ${all}) values ('delete', old.id, ${texts('old')})`
  const add = `insert into ${index} (rowid, ${all}) values (new.id, ${texts('new')})`
  const changed = [...names, 'isActive'].map(name => `old.${name} is not new.${name}`).join(' or ')
  const known = await db.schema.hasTable(index)
  await db.raw(`create view if not exists ${index}_texts (id, ${all}) as select id, ${texts('t')} from \`${table}\` t`)
  await db.raw(
    `create virtual table if not exists ${index} using fts5 (${all}, content='${index}_texts', content_rowid='id', tokenize='trigram case_sensitive 1', columnsize=0)`,
  )
  await db.raw(`create trigger if not exists ${index}_insert after insert on \`${table}\` begin ${add}; end`)
  await db.raw(`create trigger if not exists ${index}_delete after delete on \`${table}\` begin ${remove}; end`)
  await db.raw(
    `create trigger if not exists ${index}_update after update of ${all} on \`${table}\` when ${changed} begin ${remove}; ${add}; end`,
  )
  if (!known) await db.raw(`insert into ${index} (${index}) values ('rebuild')`)
}

/**
 * On MariaDB the search index is a table of the groups of three characters of each row. Triggers only note in
 * `<table>_search_change` which rows changed and what their texts were, since a row has some forty groups; a row that is
 * noted there counts as one that may hold any text, until the portal takes its groups in.
 */
async function createTrigramTable(db: Knex, table: string, columns: string) {
  const index = `${table}_search`
  const names = columns.split(', ')
  const texts = `concat_ws('\\n', ${names.map(name => `old.${name}`).join(', ')})`
  const same = names.map(name => `binary old.${name} <=> binary new.${name}`).join(' and ')
  const note = (of: string) => `insert into ${index}_change (rowId, formerTexts) values (${of})`
  const known = await db.schema.hasTable(`${index}_change`)
  await ddl(
    db,
    `create table if not exists ${index} (trigram char(3) not null, rowId int not null, primary key (trigram, rowId)){options}`,
  )
  await ddl(db, `create table if not exists ${index}_change (id {id}, rowId int not null, formerTexts text){options}`)
  const on = (event: string) =>
    `create trigger if not exists ${index}_${event} after ${event} on \`${table}\` for each row`
  await db.raw(`${on('insert')} ${note('new.id, null')}`)
  await db.raw(`${on('delete')} ${note(`old.id, ${texts}`)}`)
  await db.raw(`${on('update')} begin if not (${same}) then ${note(`old.id, ${texts}`)}; end if; end`)
  if (!known) await db.raw(`insert into ${index}_change (rowId) select id from \`${table}\``)
}
/** A unique constraint by its name and its columns. */
type Unique = readonly [name: string, columns: string]

/**
 * Replaces a unique constraint that was created with its table, on SQLite by a table made anew: it cannot drop one.
 * Its plain indexes are lost there and must be created again.
 */
export async function replaceUnique(db: Knex, table: string, [oldName, oldColumns]: Unique, [name, columns]: Unique) {
  if (isMysql(db)) {
    const [indexes] = await db.raw<[{ Key_name: string }[]]>(`show index from \`${table}\``)
    const known = new Set(indexes!.map(({ Key_name }) => Key_name))
    if (!known.has(name)) await db.raw(`alter table \`${table}\` add constraint ${name} unique (${columns})`)
    if (known.has(oldName)) await db.raw(`alter table \`${table}\` drop index ${oldName}`)
    return
  }
  await remake(
    db,
    table,
    before => before.includes(oldName),
    before => before.replace(`constraint ${oldName} unique (${oldColumns})`, `constraint ${name} unique (${columns})`),
  )
}

/**
 * Lets a column be empty that was required; on SQLite by a table made anew, whose plain indexes are lost and must be
 * created again.
 */
export async function allowEmpty(db: Knex, table: string, column: string, type: string) {
  if (isMysql(db)) return ddl(db, `alter table \`${table}\` modify column \`${column}\` ${type}`)
  const required = new RegExp(`(\\b${column} [^,]*?) not null`)
  await remake(
    db,
    table,
    before => required.test(before),
    before => before.replace(required, '$1'),
  )
}

/** On SQLite, a table whose process was killed after the old one was dropped gets its name. */
async function finishRemake(db: Knex, table: string) {
  if (isMysql(db) || (await db.schema.hasTable(table)) || !(await db.schema.hasTable(`${table}_anew`))) return
  await db.raw(`alter table ${table}_anew rename to \`${table}\``)
}

/** Makes a table of SQLite anew where it is still as before, also after a stop between two of the statements. */
async function remake(db: Knex, table: string, isAsBefore: (sql: string) => boolean, changed: (sql: string) => string) {
  const fresh = `${table}_anew`
  const made: { name: string; type: string; sql: string | null }[] = await db('sqlite_master')
    .whereIn('tbl_name', [table, fresh])
    .select('name', 'type', 'sql')
  const before = made.find(one => one.name === table)?.sql
  if (before && isAsBefore(before)) {
    await db.raw(`drop table if exists ${fresh}`)
    await db.raw(changed(before).replace(/^create table (`|")?\w+(`|")?/i, `create table ${fresh}`))
    await db.raw(`insert into ${fresh} select * from \`${table}\``)
    await db.raw(`drop table \`${table}\``)
  }
  if (!before || isAsBefore(before)) await db.raw(`alter table ${fresh} rename to \`${table}\``)
}

/**
 * Removes a column that refers to another table, with the constraints and indexes that name it. SQLite gets the table
 * made anew, of `columns`; its plain indexes are lost there and must be created again.
 */
export async function dropReference(
  db: Knex,
  table: string,
  column: string,
  { columns, gone, unique }: { columns: string; gone: readonly string[]; unique?: Unique },
) {
  if (isMysql(db)) {
    if (!(await db.schema.hasColumn(table, column))) return
    if (unique) await createUniqueIndex(db, table, ...unique)
    await db.raw(`alter table \`${table}\` drop foreign key if exists ${table}_${column}_fk`)
    for (const name of gone) await db.raw(`alter table \`${table}\` drop index if exists ${name}`)
    await dropColumn(db, table, column)
    return
  }
  const fresh = `${table}_anew`
  if (await db.schema.hasTable(table)) {
    if (!(await db.schema.hasColumn(table, column))) return
    const kept = Object.keys(await db(table).columnInfo()).filter(name => name !== column)
    const names = kept.map(name => `\`${name}\``).join(', ')
    await db.raw(`drop table if exists ${fresh}`)
    await createTable(db, fresh, columns)
    await db.raw(`insert into ${fresh} (${names}) select ${names} from \`${table}\``)
    await db.raw(`drop table \`${table}\``)
  }
  await db.raw(`alter table ${fresh} rename to \`${table}\``)
}

/** The way back of every migration. */
export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
