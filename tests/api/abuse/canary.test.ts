/** @module-tag sql */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepOutstanding } from '../../../api/mis/payments/outstanding-day.ts'
import { reports, resources } from '../../../resources/registry.ts'
import { roleCodes } from '../../../resources/roles.ts'
import { ask } from '../../support/canary/ask.ts'
import { asksOf, unasked } from '../../support/canary/asks.ts'
import { type Hunt, hunt } from '../../support/canary/hunt.ts'
import { listRoutes } from '../../support/canary/lists.ts'
import { Oracle } from '../../support/canary/oracle.ts'
import { type SignedIn, signIn } from '../../support/canary/readers.ts'
import { stories } from '../../support/canary/stories.ts'
import { type CanaryWorld, isMarked, writeWorld } from '../../support/canary/world.ts'
import { withinSeconds } from '../../support/limits.ts'
import { demoPortal, type TestPortal } from '../../support/portal.ts'
import { isProof } from '../../support/proof.ts'

/** What leaves the server by no route: passwords, tokens, and what an import keeps for itself. */
// What is proposed for a limit is replaced by each further change of it, so that the mark itself does not stay.
const secrets = [
  'approval-link.tokenHash',
  'approving-limits.pendingChange',
  'coa-batch.lockedBy',
  'coa-batch.parts',
  'coa-file.words',
  'eway-call.payload',
  'eway-call.response',
  'eway-session.authToken',
  'eway-session.sek',
  'idempotency-key.response',
  'import-job-error.raw',
  'import-job-error.value',
  'login-session.refreshTokenHash',
  'one-time-code.codeHash',
  'order-hold.openKey',
  'passport-link.tokenHash',
  'payment-result-link.tokenHash',
  'payment-transaction.idempotencyKey',
  'payment-transaction.requestHash',
  'pod-batch.lockedBy',
  'pod-batch.parts',
  'pod.requestKey',
  'productwise-limit-price.pendingChange',
  'pwc-collection.collectorIdNo',
  'pwc-collection.otpHash',
  'report-file.asked',
  'report-file.lockedBy',
  'report-file.rights',
  'report-file.storageKey',
  'report-mailing.address',
  'report-mailing.kept',
  'report-mailing.rights',
  'report-schedule.address',
  'report-schedule.readers',
  'rule-hole.about',
  'shipment.feedbackToken',
  'tracking-event.requestKey',
  'trip-event.requestKey',
  'user.passwordHash',
  'user.resetTokenHash',
]

describe('values that not everybody may read', () => {
  let portal: TestPortal
  let world: CanaryWorld
  let readers: SignedIn[]
  let found: Hunt
  beforeAll(async () => {
    portal = await demoPortal()
    world = await writeWorld(portal.db, portal.home)
    // What a past day of Outstanding shows.
    await keepOutstanding(portal.db)
    readers = await signIn(portal)
    found = await hunt(portal, world, await Oracle.over(portal.db, world), readers)
    // In the proof some nineteen thousand requests.
  }, withinSeconds(240))
  afterAll(() => portal.close())

  it('are looked for on every route of the server, as everybody', () => {
    const served = new Set(portal.paths)
    const derived = (path: string) => /\/(bulk|actions)$/.test(path) && listRoutes.includes(path.replace(/\/\w+$/, ''))
    const known = new Set([...listRoutes, ...Object.keys(asksOf(world, ['dealer'])), ...Object.keys(unasked)])
    expect(
      [...served].filter(path => !known.has(path) && !derived(path)),
      "add a line to tests/support/canary/asks.ts: to asksOf how it is asked, such as 'api/home': [get('/api/home')], or to unasked why it tells nothing",
    ).toEqual([])
    expect(
      [...known].filter(path => !served.has(path)),
      'tests/support/canary/asks.ts has lines for routes that nothing serves',
    ).toEqual([])
    expect(new Set(readers.map(({ role }) => role))).toEqual(new Set(roleCodes))
    expect(found.of).toBeGreaterThan(15_000)
    expect(found.asked).toBeGreaterThan(isProof ? 15_000 : 1999)
    expect(found.broken).toEqual([])
    const silent = Object.entries(asksOf(world, ['dealer'])).filter(
      ([at, own]) => own.length > 0 && !found.answered.has(at),
    )
    expect(silent.map(([at]) => at)).toEqual([])
  })

  it('stand in every column of every resource that can hold one', () => {
    const holding = new Set(world.canaries.all.map(({ resource, column }) => `${resource}.${column}`))
    const empty = resources.flatMap(resource =>
      Object.keys(resource.fields)
        .filter(name => isMarked(resource, name) && !holding.has(`${resource.name}.${name}`))
        .map(name => `${resource.name}.${name}`),
    )
    expect(holding.size).toBeGreaterThan(400)
    expect(empty.sort(), 'say in FIXED of tests/support/canary/world.ts with which values such a row is saved').toEqual(
      [],
    )
  })

  it('are each found by somebody who may read them, but for secrets', () => {
    const blind = world.canaries.all.filter(canary => !found.seen.has(canary))
    const columns = new Set(blind.map(({ resource, column }) => `${resource}.${column}`))
    expect([...columns].sort()).toEqual(secrets)
  })

  it('are found by nobody else', () => {
    expect(found.leaks).toEqual([])
  })

  it('are told to nobody who has not signed in', async () => {
    const told: string[] = []
    const asks = [
      ...Object.values(asksOf(world, ['direct', 'dealer'])).flat(),
      ...resources.map(({ path }) => ({ path: `/api/${path}` })),
      ...reports.map(({ path }) => ({ path: `/api/${path}` })),
    ]
    for (const one of asks) {
      const { status, canaries } = await ask(portal, null, one, world.canaries)
      if (canaries.size > 0) told.push(`${one.path}: ${status} ${JSON.stringify([...canaries][0])}`)
    }
    expect(asks.length).toBeGreaterThan(200)
    expect(told).toEqual([])
  })

  it('are of stories that touch every relation', () => {
    expect(stories.some(({ customer, soldTo }) => customer !== soldTo)).toBe(true)
    expect(new Set(stories.map(({ sbu }) => sbu)).size).toBeGreaterThan(1)
    expect(new Set(stories.map(({ transporter }) => transporter)).size).toBeGreaterThan(1)
    expect(new Set(stories.map(({ plant }) => plant)).size).toBeGreaterThan(2)
    const kinds = new Set(stories.map(({ changedBy }) => changedBy?.userType ?? 'EMPLOYEE'))
    expect([...kinds].sort()).toEqual(['CUSTOMER', 'EMPLOYEE', 'PARTNER_SITE', 'TRANSPORTER'])
  })
})
