import type { Knex } from 'knex'
import { hashPassword } from '../api/account/password.ts'
import { type Author, systemAuthor } from '../api/derive/save/author.ts'
import { insertRows } from '../api/derive/save/write.ts'
import { now, today } from '../api/platform/clock.ts'
import type { Config } from '../api/platform/config.ts'
import { withMigrationLease } from '../api/platform/migration-lease.ts'
import { transact } from '../api/platform/transact.ts'
import { DEMO_PASSWORD } from '../resources/platform/demo-password.ts'
import { jobLock } from '../resources/platform/job-lock.ts'
import { ewayAccount } from '../resources/settings/eway-account.ts'
import { writeBanners } from './banners.ts'
import { writeDemo } from './demo.ts'
import { firstOfMonth } from './demo-days.ts'
import { FIRST_ADMIN, randomPassword, writeFirstAdmin } from './first-admin.ts'
import { isSeeded, MARK } from './is-seeded.ts'
import { placeOrders } from './orders.ts'
import { leaveRoom, writeEarlierYears } from './past/earlier-years.ts'
import { replayPastDays } from './past/past-orders.ts'
import { pastLogins, writePastPeople } from './past/past-people.ts'
import { uploadTargets } from './past/past-targets.ts'
import { demoLogins } from './people.ts'
import { type SeedWriter, seedWriter } from './seed-writer.ts'
import { registerTexts } from './sms-texts.ts'
import { giveRows } from './system/give-rows.ts'
import { systemRows } from './system/system-rows.ts'
import { planTrips } from './trips.ts'

type Start = Pick<Config, 'environment' | 'home' | 'databaseUrl' | 'secret'>

/**
 * Fills a new database once, in one transaction: the system tables, and outside production the demo company; in
 * production one administrator, whose password is printed once. Does nothing when it was done before.
 */
export async function seedOnce(db: Knex, config: Start): Promise<void> {
  const { environment } = config
  if (await isSeeded(db)) return
  const password = environment === 'production' ? randomPassword() : null
  const past = environment === 'development' ? pastLogins : []
  const hashes = await hashesOf(password ? [FIRST_ADMIN] : [...demoLogins, ...past], password ?? DEMO_PASSWORD)
  const isOurs = await withMigrationLease(config.databaseUrl, async () => {
    // Another process was faster: its mark and its rows are committed.
    if (await isSeeded(db)) return false
    // Not within the transaction, which a change of a table would end on MariaDB.
    if (environment === 'development') await leaveRoom(db)
    await transact(db, trx => (password ? seedProduction(trx, hashes) : seedDemo(trx, hashes, config)))
    return true
  })
  if (isOurs && password) {
    process.stdout.write(
      `Sign in as ${FIRST_ADMIN} with the password ${password}\nIt is shown only now, and must be changed at the first sign-in.\n`,
    )
  }
}

async function hashesOf(logins: readonly string[], password: string): Promise<Map<string, string>> {
  return new Map(await Promise.all(logins.map(async login => [login, await hashPassword(password)] as const)))
}

async function seedProduction(trx: Knex, hashes: ReadonlyMap<string, string>) {
  const author = systemAuthor('first start')
  await mark(trx)
  const rows = seedWriter(trx, author, today())
  await writeSystem(trx, rows, author)
  await writeFirstAdmin(rows, hashes.get(FIRST_ADMIN)!)
}

async function seedDemo(trx: Knex, hashes: ReadonlyMap<string, string>, config: Start) {
  const author = systemAuthor('demo company')
  await mark(trx)
  const rows = seedWriter(trx, author, firstOfMonth(-19))
  await writeSystem(trx, rows, author)
  await writeDemo(rows, author, hashes, now())
  await registerTexts(trx, author)
  await writeBanners(rows, config.home)
  // Tests create their own data, from the first number of every series.
  if (config.environment !== 'development') return
  await writePastPeople(rows, hashes, now())
  await replayPastDays(trx, rows, config)
  await writeEarlierYears(trx, config.home)
  await uploadTargets(trx, rows)
  await placeOrders(trx, rows, config.home)
  await planTrips({ trx, rows })
  // Earlier e-way bills were made by hand; from now on the simulated portal makes those of Maharashtra.
  await rows.write(ewayAccount, [{ code: 'MH', gstin: '27ZZACM1001A1ZF', transport: 'NIC_ENCRYPTED' }])
}

const mark = (trx: Knex) => insertRows(trx, jobLock, [{ name: MARK, lastRunAt: now(), tries: 0 }], systemAuthor('seed'))

async function writeSystem(trx: Knex, rows: SeedWriter, author: Author) {
  const [refusal] = await giveRows(trx, rows, author, systemRows)
  if (refusal) throw new Error(refusal)
}
