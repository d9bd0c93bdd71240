import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openEwayAccount } from '../../../api/dispatches/eway/open-account.ts'
import { ConfigError, readConfig } from '../../../api/platform/config.ts'
import type { EwayAccount } from '../../../resources/settings/eway-account.ts'
import { ewayDesk, GSTIN } from '../../support/dispatches/eway-desk.ts'
import { personWith } from '../../support/people.ts'

const of = await ewayDesk()
const { portal, simulator, account, act, clockAt } = of
const { db } = portal
const admin = await personWith(portal, ['SYS_ADMIN'])
const keeper = await personWith(portal, ['MASTER_ADMIN'])
afterAll(of.close)
beforeEach(async () => {
  await clockAt()
  await db('eway_session').update({ signIns: 0, pausedUntil: null })
  await simulator.forgetSignIns()
})

describe('an account at the e-way portal', () => {
  it('is tried by signing in once', async () => {
    const tried = await act('settings/eway-account', 'tryAccount', 'eway_account', account.id, {}, admin)
    expect(tried.status, JSON.stringify(tried.body)).toBe(201)
    expect(await db('eway_session').where('gstin', GSTIN).first()).toMatchObject({ signIns: 1, problem: null })
    const { authToken, sek } = await db('eway_session').where('gstin', GSTIN).first()
    expect(authToken).not.toMatch(/^[0-9a-f]{32}$/)
    expect(sek.length).toBeGreaterThan(50)
    await simulator.tell({ mode: 'refuse', times: 1, codes: ['108'], only: ['ACCESSTOKEN'] })
    const refused = await act('settings/eway-account', 'tryAccount', 'eway_account', account.id, {}, admin)
    expect([refused.status, refused.body.message]).toEqual([422, 'The portal refused login ID or password.'])
    expect((await act('settings/eway-account', 'tryAccount', 'eway_account', account.id, {}, keeper)).status).toBe(403)
  })

  it('names hosts of NIC, or those that the environment names', async () => {
    const row = {
      code: 'GSP',
      gstin: '29AAPFU0939F1ZR',
      transport: 'GSP_PLAIN',
      basePath: '/v1.03',
      address: 'https://evil.example',
    }
    const refused = await admin.post('/api/settings/eway-account', row)
    expect(refused.body.errors).toEqual([
      {
        field: 'address',
        code: 'NOT_ALLOWED',
        message: 'Address of the GSP is no host of NIC: correct it, or have the IT administrator add it to EWAY_HOSTS',
      },
    ])
    const path = await admin.post('/api/settings/eway-account', { ...row, address: null, basePath: 'v1/' })
    expect(path.body.errors).toMatchObject([{ field: 'basePath', code: 'FORMAT' }])
    expect(
      (await admin.post('/api/settings/eway-account', { ...row, address: 'https://api.ewaybillgst.gov.in' })).status,
    ).toBe(201)
  })

  it('signs in with what stands in the environment, and says what is missing', () => {
    const at = {
      ...account,
      code: 'GSP',
      address: 'https://api.ewaybillgst.gov.in',
      irnAddress: null,
    } as unknown as EwayAccount
    const config = (more: Record<string, string>) => ({
      ...readConfig({ NODE_ENV: 'test', ...more }),
      simulators: null,
    })
    const set = {
      EWAY_GSP_USERNAME: 'u',
      EWAY_GSP_PASSWORD: 'p',
      EWAY_GSP_CLIENT_ID: 'i',
      EWAY_GSP_CLIENT_SECRET: 's',
      EWAY_GSP_PORTAL_KEY: 'k',
    }
    expect(openEwayAccount(config(set), at)).toMatchObject({
      username: 'u',
      base: 'https://api.ewaybillgst.gov.in/v1.03',
    })
    const { EWAY_GSP_PASSWORD: _, ...without } = set
    expect(() => openEwayAccount(config(without), at)).toThrow(
      'EWAY_GSP_PASSWORD is missing: set it as the GSP gave it for GSP.',
    )
    expect(() => openEwayAccount(config(set), { ...at, address: null })).toThrow(ConfigError)
    expect(() => openEwayAccount(config(set), { ...at, address: 'https://gsp.example' })).toThrow('EWAY_HOSTS')
    expect(
      openEwayAccount(config({ ...set, EWAY_HOSTS: 'gsp.example' }), { ...at, address: 'https://gsp.example' }).base,
    ).toBe('https://gsp.example/v1.03')
  })
})

it('keeps the distance of two PIN codes once, either way', async () => {
  expect((await keeper.post('/api/masters/pin-distance', { fromPin: '400001', toPin: '560001', km: 980 })).status).toBe(
    201,
  )
  const twice = await keeper.post('/api/masters/pin-distance', { fromPin: '560001', toPin: '400001', km: 990 })
  expect(twice.body.errors).toEqual([
    {
      field: 'toPin',
      code: 'DUPLICATE',
      message: 'The distance from 400001 to 560001 is there already and holds both ways: correct that row',
    },
  ])
  const within = await keeper.post('/api/masters/pin-distance', { fromPin: '400001', toPin: '400001', km: 101 })
  expect(within.body.errors).toMatchObject([{ field: 'km', code: 'RANGE' }])
})
