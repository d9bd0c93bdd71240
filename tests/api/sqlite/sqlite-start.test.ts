import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../../api/platform/config.ts'
import { openDatabase } from '../../../api/platform/database.ts'
import { createLog } from '../../../api/platform/log.ts'
import { prepareDatabase } from '../../../api/prepare.ts'
import { seededDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
let file: string
let home: string

beforeEach(async () => {
  database = await seededDatabase()
  file = database.url.slice('sqlite:'.length)
  home = mkdtempSync(join(tmpdir(), 'bilty-reader-'))
})
afterEach(async () => {
  await database.close()
  rmSync(home, { recursive: true, force: true })
})

/** Leaves the file as a process does that is killed while it writes: its last commits are in the log beside it. */
function leaveKilled() {
  const killed = `
    const { DatabaseSync } = require('node:sqlite')
    const db = new DatabaseSync(${JSON.stringify(file)})
    db.exec("pragma journal_mode=WAL; update app_setting set rowVersion = rowVersion + 1; begin immediate; update app_setting set rowVersion = 0")
    process.kill(process.pid, 'SIGKILL')`
  expect(spawnSync(process.execPath, ['-e', killed]).signal).toBe('SIGKILL')
}

const start = async () => {
  const db = await prepareDatabase(
    readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, BILTY_HOME: home }),
    createLog({ logLevel: 'silent' }),
  )
  const written = await db('app_setting').update({ isActive: 1 })
  await db.destroy()
  return written
}

describe.runIf(process.env.TEST_DATABASE !== 'mariadb')('the portal starts after a kill', () => {
  it('while another program holds a reading open', async () => {
    leaveKilled()
    const reader = new DatabaseSync(file, { readOnly: true })
    reader.exec('begin')
    const read = () => reader.prepare('select min(rowVersion) as least from app_setting').get()
    expect(read()).toEqual({ least: 2 })
    expect(await start()).toBeGreaterThan(0)
    expect(read()).toEqual({ least: 2 })
    reader.close()
  })

  it('while a reader restores the last commits, and holds the file meanwhile', async () => {
    leaveKilled()
    const reader = new DatabaseSync(file)
    reader.exec('pragma locking_mode=exclusive; begin immediate')
    setTimeout(() => reader.close(), 600)
    expect(await start()).toBeGreaterThan(0)
  })

  it('and still says who is in the way when another program keeps the file locked', async () => {
    const other = new DatabaseSync(file)
    other.exec('pragma locking_mode=exclusive; begin immediate')
    await expect(start()).rejects.toThrow('another program holds it locked')
    other.close()
    const db = openDatabase(database.url)
    expect(await db.raw('select 1 as one')).toEqual([{ one: 1 }])
    await db.destroy()
  })
})
