import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { copyDatabase, dropDatabase, onServer, restoreCopy } from './mariadb-copy.ts'

/** A copy of a template database on a server, for whoever has its address. */
export interface Lease {
  url: string
  /** Takes its address away from everybody; a later test file then gets the database as it was made. */
  end(): Promise<void>
}

/** What was given back, and by which test file. */
interface Waiting {
  template: string
  database: string
  file: string
}

const waiting: Waiting[] = []

/** A copy of this template: one that an earlier test file no longer needs, restored and compared, or else a new one. */
export async function leaseCopy(server: string, template: string, file = testFile()): Promise<Lease> {
  const database = (await restored(server, template, file)) ?? (await copied(server, template))
  const user = `user_${randomUUID().slice(0, 8)}`
  await onServer(server, connection =>
    connection.query(`CREATE USER ${user}; GRANT ALL ON *.* TO ${user} WITH GRANT OPTION`),
  )
  const url = Object.assign(new URL(server), { username: user, pathname: database }).href
  const end = async () => {
    await endAccess(server, user)
    waiting.push({ template, database, file })
  }
  return { url, end }
}

const testFile = () => expect.getState().testPath ?? ''

/** A new name for a database of the tests. */
export const newName = () => `test_${randomUUID().replaceAll('-', '')}`

async function copied(server: string, template: string): Promise<string> {
  const database = newName()
  await copyDatabase(server, template, database)
  return database
}

// Within a test file no name comes twice: simulators keep files named after their database, in a home of that file.
async function restored(server: string, template: string, file: string): Promise<string | null> {
  const place = waiting.findIndex(one => one.template === template && one.file !== file)
  if (place < 0) return null
  const [{ database }] = waiting.splice(place, 1) as [Waiting]
  if (await restoreCopy(server, template, database)) return database
  await dropDatabase(server, database)
  return null
}

// A portal that is still stopping, or was killed, could otherwise write into the database of the next test.
async function endAccess(server: string, user: string): Promise<void> {
  await onServer(server, async connection => {
    await connection.query(`DROP USER ${user}; KILL USER ${user}`)
    const others = `SELECT 1 FROM information_schema.processlist WHERE user = '${user}'`
    for (let tries = 0; tries < 500; tries++) {
      const [rows] = await connection.query(others)
      if ((rows as unknown[]).length === 0) return
      await pause(10)
    }
    throw new Error(`A connection of ${user} to MariaDB does not end.`)
  })
}
