import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, createConnection } from 'mysql2/promise'

/** A database as it stands: the definition and the checksum of each table, and its triggers. */
interface Content {
  tables: ReadonlyMap<string, { definition: string; checksum: string }>
  triggers: readonly { table: string; statement: string }[]
}

/** The content of each template database; a template never changes once it is made. */
const templates = new Map<string, Content>()

const KEEPS_ROWS = `SET foreign_key_checks=0, sql_mode='NO_AUTO_VALUE_ON_ZERO'`
const EMPTY = '0'

/** Copies the tables, rows and triggers of database `from` to a new one in a few round trips. Returns the address of the copy. */
export async function copyDatabase(serverUrl: string, from: string, to: string): Promise<string> {
  await connectedTo(`${serverUrl}/${from}`, async connection => {
    const { tables, triggers } = await templateAt(connection, from)
    await connection.query(
      [
        KEEPS_ROWS,
        `CREATE DATABASE \`${to}\` CHARACTER SET utf8mb4`,
        `USE \`${to}\``,
        ...[...tables.values()].map(({ definition }) => definition),
        ...[...tables].filter(([, { checksum }]) => checksum !== EMPTY).map(([table]) => rowsOf(from, table)),
        // They come last, since the rows that they note are copied too.
        ...triggers.map(({ statement }) => statement),
      ].join(';\n'),
    )
  })
  return `${serverUrl}/${to}`
}

/**
 * Gives a copy of database `from` that somebody wrote in the rows it was made with, where a new copy would make its 180
 * tables again. Returns false, and leaves it, when its tables are other ones by now, or it is still in use.
 */
export async function restoreCopy(serverUrl: string, from: string, copy: string): Promise<boolean> {
  return connectedTo(`${serverUrl}/${from}`, async connection => {
    const was = await templateAt(connection, from)
    await connection.query(`USE \`${copy}\``)
    if (await isInUse(connection, copy)) return false
    const is = await contentOf(connection)
    if (shapeOf(is) !== shapeOf(was)) return false
    const changed = [...was.tables].filter(([table, { definition, checksum }]) => {
      const now = is.tables.get(table)!
      return now.definition !== definition || now.checksum !== checksum
    })
    const noting = was.triggers.filter(({ table }) => changed.some(([name]) => name === table))
    await connection.query(
      [
        KEEPS_ROWS,
        ...noting.map(({ statement }) => `DROP TRIGGER ${/`[^`]+`/.exec(statement)![0]}`),
        ...changed.flatMap(([table, { definition, checksum }]) => [
          `DELETE FROM \`${table}\``,
          ...(checksum === EMPTY ? [] : [rowsOf(from, table)]),
          ...(is.tables.get(table)!.definition === definition
            ? []
            : [`ALTER TABLE \`${table}\` AUTO_INCREMENT=${nextId(definition)}`]),
        ]),
        ...noting.map(({ statement }) => statement),
      ].join(';\n'),
    )
    return true
  })
}

async function connectedTo<T>(uri: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await createConnection({ uri, multipleStatements: true, charset: 'utf8mb4' })
  try {
    return await work(connection)
  } finally {
    await connection.end()
  }
}

async function templateAt(connection: Connection, name: string): Promise<Content> {
  const known = templates.get(name) ?? (await contentOf(connection))
  templates.set(name, known)
  return known
}

async function contentOf(connection: Connection): Promise<Content> {
  const names = (await rowsFrom<[string]>(connection, 'SHOW TABLES')).map(([name]) => name)
  const definitions = await rowsFrom<[[string, string]]>(
    connection,
    names.map(name => `SHOW CREATE TABLE \`${name}\``).join(';'),
  )
  const checksums = await rowsFrom<[string, string]>(
    connection,
    `CHECKSUM TABLE ${names.map(name => `\`${name}\``).join()}`,
  )
  const triggers = await rowsFrom<string[]>(connection, 'SHOW TRIGGERS')
  return {
    tables: new Map(
      names.map((name, n) => [name, { definition: definitions[n]![0][1], checksum: String(checksums[n]![1]) }]),
    ),
    triggers: triggers.map(([trigger, event, table, statement, timing]) => ({
      table: table!,
      statement: `CREATE TRIGGER \`${trigger}\` ${timing} ${event} ON \`${table}\` FOR EACH ROW ${statement}`,
    })),
  }
}

async function rowsFrom<Row>(connection: Connection, sql: string): Promise<Row[]> {
  const [rows] = await connection.query({ sql, rowsAsArray: true })
  return rows as Row[]
}

function rowsOf(from: string, table: string): string {
  return `INSERT INTO \`${table}\` SELECT * FROM \`${from}\`.\`${table}\``
}

const NEXT_ID = / AUTO_INCREMENT=(\d+)/

function nextId(definition: string): string {
  return NEXT_ID.exec(definition)?.[1] ?? '1'
}

function shapeOf({ tables, triggers }: Content): string {
  return JSON.stringify([[...tables.values()].map(({ definition }) => definition.replace(NEXT_ID, '')), triggers])
}

// What was closed just now is still leaving; who stays could write into the next test.
async function isInUse(connection: Connection, name: string): Promise<boolean> {
  const others = `SELECT 1 FROM information_schema.processlist WHERE db = '${name}' AND id <> connection_id() LIMIT 1`
  for (let tries = 0; tries < 50; tries++) {
    if ((await rowsFrom(connection, others)).length === 0) return false
    await pause(10)
  }
  return true
}
