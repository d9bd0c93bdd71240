import { type Connection, createConnection } from 'mysql2/promise'

/** A database as it stands: the definition and the checksum of each table, and its triggers. */
interface Content {
  tables: ReadonlyMap<string, { definition: string; checksum: string }>
  triggers: readonly string[]
}

/** The content of each template database; a template never changes once it is made. */
const templates = new Map<string, Content>()

/** The checksum of a table without rows. */
const EMPTY = '0'

const KEEPS_ROWS = `SET foreign_key_checks=0, sql_mode='NO_AUTO_VALUE_ON_ZERO'`

/** Copies the tables, rows and triggers of database `from` to a new one in a few round trips. */
export async function copyDatabase(serverUrl: string, from: string, to: string): Promise<void> {
  await onServer(serverUrl, async connection => {
    const { tables, triggers } = await templateAt(connection, from)
    await connection.query(
      [
        KEEPS_ROWS,
        `CREATE DATABASE \`${to}\` CHARACTER SET utf8mb4`,
        `USE \`${to}\``,
        ...[...tables.values()].map(({ definition }) => definition),
        ...[...tables].filter(([, { checksum }]) => checksum !== EMPTY).map(([table]) => rowsOf(from, table)),
        // They come last, since the rows that they note are copied too.
        ...triggers,
      ].join(';\n'),
    )
  })
}

/**
 * Gives a copy of database `from` that somebody wrote the rows it was made with, table by table where they differ; the
 * triggers write others meanwhile, which the next round finds. Returns false where it has other tables by now, or does
 * not come to be the same.
 */
export function restoreCopy(serverUrl: string, from: string, copy: string): Promise<boolean> {
  return onServer(serverUrl, async connection => {
    const was = await templateAt(connection, from)
    await connection.query(KEEPS_ROWS)
    for (let rounds = 0; rounds < 3; rounds++) {
      const is = await contentOf(connection, copy)
      if (!is || shapeOf(is) !== shapeOf(was)) return false
      const changes = [...was.tables].flatMap(([table, wanted]) =>
        restoring(from, table, wanted, is.tables.get(table)!),
      )
      if (changes.length === 0) return true
      await connection.query(changes.join(';\n'))
    }
    return false
  })
}

type Table = { definition: string; checksum: string }

function restoring(from: string, table: string, was: Table, is: Table): string[] {
  const next = NEXT_ID.exec(was.definition)?.[1] ?? '1'
  const sameRows = is.checksum === was.checksum
  if (!sameRows && was.checksum === EMPTY && next === '1') return [`TRUNCATE TABLE \`${table}\``]
  return [
    ...(sameRows ? [] : [`DELETE FROM \`${table}\``]),
    ...(sameRows || was.checksum === EMPTY ? [] : [rowsOf(from, table)]),
    ...(is.definition === was.definition ? [] : [`ALTER TABLE \`${table}\` AUTO_INCREMENT=${next}`]),
  ]
}

/** Removes a database, also one that a test has removed already. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, connection => connection.query(`DROP DATABASE IF EXISTS \`${name}\``))
}

/** Does `work` on a connection of its own that takes several statements at once. */
export async function onServer<T>(uri: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await createConnection({ uri, multipleStatements: true, charset: 'utf8mb4' })
  try {
    return await work(connection)
  } finally {
    await connection.end()
  }
}

async function templateAt(connection: Connection, name: string): Promise<Content> {
  const content = templates.get(name) ?? (await contentOf(connection, name))
  if (!content) throw new Error(`There is no template database ${name}.`)
  templates.set(name, content)
  return content
}

async function contentOf(connection: Connection, database: string): Promise<Content | null> {
  const [known] = await rowsFrom(connection, `SHOW DATABASES LIKE '${database}'`)
  if (!known) return null
  await connection.query(`USE \`${database}\``)
  const names = (await rowsFrom<[string]>(connection, 'SHOW TABLES')).map(([name]) => name)
  if (names.length === 0) return { tables: new Map(), triggers: [] }
  const definitions = await rowsFrom<[[string, string]]>(
    connection,
    names.map(name => `SHOW CREATE TABLE \`${name}\``).join(';'),
  )
  const list = names.map(name => `\`${name}\``).join()
  const checksums = await rowsFrom<[string, string]>(connection, `CHECKSUM TABLE ${list}`)
  const triggers = await rowsFrom<string[]>(connection, 'SHOW TRIGGERS')
  return {
    tables: new Map(
      names.map((name, n) => [name, { definition: definitions[n]![0][1], checksum: String(checksums[n]![1]) }]),
    ),
    triggers: triggers.map(triggerOf),
  }
}

// One that a test file made anew names its user, who is gone with it: the template's own names the server's.
function triggerOf([name, event, table, statement, timing, _, __, definer]: string[]): string {
  const as = definer!.split('@').map(part => `\`${part}\``)
  return `CREATE DEFINER=${as.join('@')} TRIGGER \`${name}\` ${timing} ${event} ON \`${table}\` FOR EACH ROW ${statement}`
}

async function rowsFrom<Row>(connection: Connection, sql: string): Promise<Row[]> {
  const [rows] = await connection.query({ sql, rowsAsArray: true })
  return rows as Row[]
}

const rowsOf = (from: string, table: string) => `INSERT INTO \`${table}\` SELECT * FROM \`${from}\`.\`${table}\``

const NEXT_ID = / AUTO_INCREMENT=(\d+)/

const shapeOf = ({ tables, triggers }: Content) =>
  JSON.stringify([[...tables.values()].map(({ definition }) => definition.replace(NEXT_ID, '')), triggers])
