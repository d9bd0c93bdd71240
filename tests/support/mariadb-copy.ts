import { type Connection, createConnection } from 'mysql2/promise'

/** The statements that copy each template database; a template never changes once it is made. */
const copies = new Map<string, string[]>()

/** Copies the tables, rows and triggers of database `from` to a new one in a few round trips. Returns the address of the copy. */
export async function copyDatabase(serverUrl: string, from: string, to: string): Promise<string> {
  const connection = await createConnection({
    uri: `${serverUrl}/${from}`,
    multipleStatements: true,
    charset: 'utf8mb4',
  })
  try {
    const statements = copies.get(from) ?? (await copyOf(connection, from))
    copies.set(from, statements)
    await connection.query(
      [
        `SET foreign_key_checks=0, sql_mode='NO_AUTO_VALUE_ON_ZERO'`,
        `CREATE DATABASE \`${to}\` CHARACTER SET utf8mb4`,
        `USE \`${to}\``,
        ...statements,
      ].join(';\n'),
    )
  } finally {
    await connection.end()
  }
  return `${serverUrl}/${to}`
}

async function copyOf(connection: Connection, from: string): Promise<string[]> {
  const definitions = await tableDefinitions(connection)
  const filled = await filledTables(connection, from, [...definitions.keys()])
  return [
    ...definitions.values(),
    ...filled.map(table => `INSERT INTO \`${table}\` SELECT * FROM \`${from}\`.\`${table}\``),
    // They come last, since the rows that they note are copied too.
    ...(await triggerDefinitions(connection)),
  ]
}

async function tableDefinitions(connection: Connection): Promise<Map<string, string>> {
  const [tables] = await connection.query({ sql: 'SHOW TABLES', rowsAsArray: true })
  const names = (tables as string[][]).map(([name]) => name as string)
  const definitions = new Map<string, string>()
  for (const name of names) {
    const [rows] = await connection.query({ sql: `SHOW CREATE TABLE \`${name}\``, rowsAsArray: true })
    definitions.set(name, ((rows as string[][])[0] as string[])[1] as string)
  }
  return definitions
}

async function triggerDefinitions(connection: Connection): Promise<string[]> {
  const [triggers] = await connection.query('SHOW TRIGGERS')
  return (triggers as Record<'Trigger' | 'Timing' | 'Event' | 'Table' | 'Statement', string>[]).map(
    ({ Trigger, Timing, Event, Table, Statement }) =>
      `CREATE TRIGGER \`${Trigger}\` ${Timing} ${Event} ON \`${Table}\` FOR EACH ROW ${Statement}`,
  )
}

async function filledTables(connection: Connection, database: string, names: string[]): Promise<string[]> {
  if (names.length === 0) return []
  const questions = names.map(name => `SELECT '${name}' WHERE EXISTS (SELECT 1 FROM \`${database}\`.\`${name}\`)`)
  const [rows] = await connection.query({ sql: questions.join(' UNION ALL '), rowsAsArray: true })
  return (rows as string[][]).map(([name]) => name as string)
}
