import { DatabaseSync } from 'node:sqlite'
import { createConnection } from 'mysql2/promise'
import { type PriceKeys, priceAt } from './import-rows.ts'

type Value = string | number | null

const AT = '2026-11-20T06:30:00.000Z'
const PRICES = 500

/** The driver alone: writes a file's rows and their history, many rows per statement, in one transaction; returns the seconds. */
export async function openBare(url: string, keys: PriceKeys) {
  const bare = url.startsWith('sqlite:') ? sqlite(url.slice('sqlite:'.length)) : await mysql(url)
  return {
    async insert(from: number, rows: number): Promise<number> {
      const began = performance.now()
      await bare.query('BEGIN')
      for (let start = from; start < from + rows; start += PRICES) {
        const ids = Array.from({ length: PRICES }, (_, index) => start + index)
        await bare.query(
          ...insertion(
            'cust_shipto_prod_price',
            ids.map(n => priceRow(keys, n)),
          ),
        )
        await bare.query(
          ...insertion(
            'audit_entry',
            ids.map(n => historyRow(keys, n)),
          ),
        )
      }
      await bare.query('COMMIT')
      return (performance.now() - began) / 1000
    },
    end: () => bare.end(),
  }
}

function insertion(table: string, rows: Record<string, Value>[]): [sql: string, values: Value[]] {
  const names = Object.keys(rows[0]!)
  const line = `(${names.map(() => '?').join(',')})`
  return [
    `insert into ${table} (${names.join(',')}) values ${rows.map(() => line).join(',')}`,
    rows.flatMap(row => Object.values(row)),
  ]
}

function priceRow(keys: PriceKeys, n: number): Record<string, Value> {
  const { address, product, netPrice, validFrom, validTo } = priceAt(keys, n)
  const periodKey = `${address.customerId}|${address.id}|${product.id}`
  return {
    customerId: address.customerId,
    shipToId: address.id,
    productId: product.id,
    netPrice,
    minQty: 0,
    approvedRef: `REF-${n}`,
    validFrom,
    validTo,
    isActive: 1,
    naturalKey: `${periodKey}|${validFrom}`,
    periodKey,
    ...KEPT,
  }
}

const KEPT = { rowVersion: 1, createdAt: AT, createdById: 1, updatedAt: AT, updatedById: 1 }

function historyRow(keys: PriceKeys, n: number): Record<string, Value> {
  const { address, product, netPrice, validFrom, validTo } = priceAt(keys, n)
  const after = {
    customerId: address.customerId,
    shipToId: address.id,
    productId: product.id,
    netPrice,
    minQty: 0,
    approvedRef: `REF-${n}`,
    validFrom,
    validTo,
    isActive: true,
  }
  return {
    at: AT,
    actorId: 1,
    actorIp: '127.0.0.1',
    action: 'CREATE',
    entity: 'cust-shipto-prod-price',
    entityId: n,
    businessKey: String(address.customerId),
    beforeJson: null,
    afterJson: JSON.stringify(after),
    requestId: null,
    source: 'IMPORT',
    importJobId: null,
    ...KEPT,
  }
}

interface Bare {
  query(sql: string, values?: Value[]): unknown
  end(): unknown
}

function sqlite(file: string): Bare {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON')
  const kept = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const prepared = (sql: string) => {
    const statement = kept.get(sql) ?? database.prepare(sql)
    kept.set(sql, statement)
    return statement
  }
  return { query: (sql, values = []) => prepared(sql).run(...values), end: () => database.close() }
}

async function mysql(url: string): Promise<Bare> {
  const connection = await createConnection(url)
  return { query: (sql, values = []) => connection.query(sql, values), end: () => connection.end() }
}
