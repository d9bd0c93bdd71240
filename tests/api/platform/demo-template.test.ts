import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { afterAll, describe, expect, it } from 'vitest'
import {
  hasTemplate,
  keepForNext,
  keepTemplate,
  startFromTemplate,
  templateFolder,
} from '../../../api/demo-template.ts'
import { codeHash } from '../../../api/dispatches/collections/collection-mails.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { readConfig, root } from '../../../api/platform/config.ts'
import { createLog } from '../../../api/platform/log.ts'
import { prepareDatabase } from '../../../api/prepare.ts'
import { withinSeconds } from '../../support/limits.ts'

const folder = mkdtempSync(join(tmpdir(), 'bilty-template-'))
const log = createLog({ logLevel: 'silent' })
const configOf = (name: string, env: Record<string, string> = {}) =>
  readConfig({ NODE_ENV: 'development', BILTY_HOME: join(folder, name), ...env })

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rowsOf = async (db: Knex) => ({
  users: await db('user').orderBy('id').select('id', 'loginId', 'passwordHash', 'createdAt'),
  orders: await db('order').orderBy('id').select('id', 'orderNo', 'grossValue', 'createdAt'),
  files: await db('attachment').orderBy('id').pluck('storageKey'),
})

describe('a second data folder', { tags: ['proof'] }, () => {
  it(
    'begins with the rows and files of the first, and with a secret of its own',
    async () => {
      const first = await prepareDatabase(configOf('first'), log)
      const expected = await rowsOf(first)
      await first.destroy()
      expect(expected.orders.length).toBeGreaterThan(10)

      const config = configOf('second')
      await startFromTemplate(config)
      expect(existsSync(join(folder, 'second', 'bilty.sqlite'))).toBe(true)
      const second = await prepareDatabase(config, log)
      expect(await rowsOf(second)).toEqual(expected)
      for (const key of expected.files) expect(existsSync(join(folder, 'second', 'files', key))).toBe(true)
      expect(config.secret).not.toBe(readFileSync(join(folder, 'first', 'secret'), 'utf8').trim())
      await expectOwnCodes(second, config.secret)
      await second.destroy()
    },
    withinSeconds(240),
  )
})

/** The code on a collector's phone opens the gate here, too. */
async function expectOwnCodes(db: Knex, secret: string) {
  const sealed = await db('pwc_collection').whereNotNull('otpHash').select('id', 'otpHash')
  expect(sealed.length).toBeGreaterThan(0)
  for (const { id, otpHash } of sealed) {
    const { secrets } = await db('message_log')
      .where({ ownerType: 'pwc-collection', ownerId: id, medium: 'SMS' })
      .orderBy('id', 'desc')
      .first('secrets')
    expect(codeHash(secret, id, JSON.parse(secrets).code)).toBe(otpHash)
  }
}

describe('a template', () => {
  it('is that of these sources, this day and this environment', () => {
    const here = templateFolder('development')
    expect(templateFolder('development')).toBe(here)
    const source = mkdtempSync(join(root, 'dist-'))
    try {
      const from = ['migrations', source.slice(root.length + 1)]
      writeFileSync(join(source, 'seed.ts'), 'one')
      const before = templateFolder('development', from)
      writeFileSync(join(source, 'seed.ts'), 'two')
      expect(templateFolder('development', from)).not.toBe(before)
    } finally {
      rmSync(source, { recursive: true, force: true })
    }
    setClock('2031-01-01T05:30:00.000Z')
    expect(templateFolder('development')).not.toBe(here)
    setClock(null)
    expect(templateFolder('test')).not.toBe(here)
  })

  it('is not used before the moment it was made at, nor half made, and only the newest three stay', async () => {
    const of = (name: string) => join(root, 'dist', 'templates', `tried-${process.pid}`, name)
    try {
      setClock('2031-01-01T05:30:00.000Z')
      await keepTemplate(of('later'), beside => writeFileSync(join(beside, 'database'), ''))
      expect(hasTemplate(of('later'))).toBe(true)
      setClock('2031-01-01T05:29:59.000Z')
      expect(hasTemplate(of('later'))).toBe(false)
      const failing = keepTemplate(of('half'), () => {
        throw new Error('full')
      })
      await expect(failing).rejects.toThrow('full')
      expect(hasTemplate(of('half'))).toBe(false)
      for (const [index, name] of ['a', 'b', 'c'].entries()) {
        await keepTemplate(of(name), () => undefined)
        utimesSync(of(name), index + 1, index + 1)
      }
      await keepTemplate(of('d'), () => undefined)
      expect(['later', 'a', 'b', 'c', 'd'].filter(name => existsSync(of(name)))).toHaveLength(3)
      expect(statSync(of('d')).isDirectory()).toBe(true)
    } finally {
      setClock(null)
      rmSync(of('..'), { recursive: true, force: true })
    }
  })

  it('never serves production, the tests or a data folder in use', async () => {
    for (const NODE_ENV of ['production', 'test']) {
      const config = configOf(NODE_ENV, { NODE_ENV, BILTY_SECRET: 'x'.repeat(40) })
      await startFromTemplate(config)
      await keepForNext(undefined as never, config)
      expect(existsSync(join(folder, NODE_ENV, 'bilty.sqlite'))).toBe(false)
    }
    const used = configOf('used')
    writeFileSync(join(folder, 'used', 'bilty.sqlite'), 'mine')
    await startFromTemplate(used)
    expect(readFileSync(join(folder, 'used', 'bilty.sqlite'), 'utf8')).toBe('mine')
  })
})
