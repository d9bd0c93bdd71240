import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { createPool as createCursor } from 'mysql2'
import { createPool } from 'mysql2/promise'
import { type WritableCell, workbook } from '../../api/derive/sheets/xlsx-write.ts'
import { COLUMNS, FILE_COLUMNS, REFERENCES } from './requests.ts'
import { type Named, productKept } from './rows.ts'

// The baseline: a plain handler with prepared statements and nothing else, in a separate process.
// `node bare.ts <database address> <the references products name, as JSON>`; prints its port.

type Value = string | number | null
type Statement = (...values: Value[]) => unknown
type Handler = (value: string) => unknown

const [address = '', names = '{}'] = process.argv.slice(2)
const named: Named = JSON.parse(names)
const columns = COLUMNS.join(',')
const kept = Object.keys(productKept(0, named))
const insertion = `insert into products (${kept.join(',')}) values (${kept.map(() => '?').join(',')})`

const open = address.startsWith('sqlite:') ? sqlite(address.slice('sqlite:'.length)) : mysql(address)

const joined = REFERENCES.map(name => `p.${name}`).join(',')
const get = open.prepare(`select ${columns} from products where id = ?`)
const whole = open.prepare('select * from products where id = ?')
const insert = open.prepare(insertion)
const update = open.prepare(
  'update products set maxOrderQty = ?, rowVersion = rowVersion + 1, updatedAt = ? where id = ? and rowVersion = 1',
)
const like = (text: string) => [`%${text}%`]

const handlers: Record<string, Handler> = {
  get: value => get(Number(value)),
  'get-whole': value => whole(Number(value)),
  list: listed('isActive = 1', value => [Number(value)].slice(1)),
  selective: listed('hsnCode = ?', value => [value]),
  contains: listed('name like ?', like),
  search: listed(
    'isActive = 1 and (code like ? or name like ? or casNo like ?)',
    text => [...like(text), ...like(text), ...like(text)],
    undefined,
    undefined,
    'id',
  ),
  references: listed(
    'p.isActive = 1',
    () => [],
    `select ${COLUMNS.map(name => `p.${name}`).join(',')},${joined},s.name as sbu,v.description as mvgr1,g.code as grp from products p
     join sbu s on s.id = p.sbuId left join mvgr v on v.id = p.mvgr1Id left join material_pricing_group g on g.id = p.materialPricingGroupId`,
    'products p',
    'p.name, p.id',
  ),
  deep: listed('1 = 1', () => [], undefined, undefined, undefined, 90_000),
  create: async n => ({ made: await insert(...rowOf(Number(n))) }),
  update: async id => ({ changed: await update(5000, new Date().toISOString(), Number(id)) }),
  bulk: n =>
    open.together(
      insert,
      Array.from({ length: 1000 }, (_, index) => rowOf(10_000_000 + Number(n) * 1000 + index)),
    ),
}

/** A page of 25 with its exact count. */
function listed(
  where: string,
  values: (value: string) => Value[],
  select = `select ${columns} from products`,
  from = 'products',
  sort = 'name, id',
  offset = 0,
): Handler {
  const rows = open.prepare(`${select} where ${where} order by ${sort} limit 25 offset ${offset}`)
  const count = open.prepare(`select count(*) as total from ${from} where ${where}`)
  return async value => ({ data: await rows(...values(value)), total: await count(...values(value)) })
}

function rowOf(n: number): Value[] {
  return Object.values(productKept(n, named)) as Value[]
}

function sqlite(file: string) {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON')
  database.exec('PRAGMA cache_size=-32000; PRAGMA temp_store=MEMORY')
  return {
    prepare(sql: string): Statement {
      const statement = database.prepare(sql)
      return sql.startsWith('select')
        ? (...values) => statement.all(...values)
        : (...values) => statement.run(...values)
    },
    rows(sql: string, most: number) {
      const statement = database.prepare(sql)
      statement.setReturnArrays(true)
      return statement.iterate(most, most) as unknown as Iterable<unknown[]>
    },
    together(statement: Statement, rows: Value[][]): unknown {
      database.exec('BEGIN IMMEDIATE')
      for (const row of rows) statement(...row)
      database.exec('COMMIT')
      return { made: rows.length }
    },
  }
}

function mysql(url: string) {
  const pool = createPool({ uri: url, connectionLimit: 10, dateStrings: true })
  return {
    prepare:
      (sql: string): Statement =>
      async (...values) =>
        (await pool.execute(sql, values))[0],
    rows: (sql: string, most: number) =>
      createCursor(url)
        .query({ sql, values: [most, most], rowsAsArray: true })
        .stream() as AsyncIterable<unknown[]>,
    // The fastest way of the driver to write many rows: one statement.
    async together(_: Statement, rows: Value[][]): Promise<unknown> {
      await pool.query(`insert into products (${kept.join(',')}) values ?`, [rows])
      return { made: rows.length }
    },
  }
}

const exported = `select ${FILE_COLUMNS.join()} from products where id <= ? order by code limit ?`

/** Streams the rows of a cursor into the same file format as the portal's export. */
async function* cells(rows: AsyncIterable<unknown[]> | Iterable<unknown[]>): AsyncGenerator<WritableCell[]> {
  for await (const row of rows) yield row as WritableCell[]
}

const server = createServer((request, response) => {
  const [, name = '', value = ''] = request.url!.split('/')
  if (name === 'export') {
    const heads = FILE_COLUMNS.map(heading => ({ heading }))
    workbook({ title: 'Products', heads, rows: cells(open.rows(exported, Number(value))) }).pipe(response)
    return
  }
  const answer = async () => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(await handlers[name]!(decodeURIComponent(value))))
  }
  const fail = (error: Error) => {
    response.statusCode = 500
    response.end(String(error.stack))
  }
  request.resume()
  request.on('end', () => answer().catch(fail))
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
