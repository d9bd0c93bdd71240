import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, request } from '@playwright/test'
import { builtServer } from '../../../api/build.mjs'
import { PASSWORD } from '../password.ts'
import { TEMPLATE_STARTS } from './day.ts'
import { startPortal } from './own-portal.ts'
import { RESULTS } from './results.ts'

/** The objects whose readings bring rows that no journey expects, whenever the full hour strikes during a run. */
const unread = ['plant', 'product', 'customer', 'ship_to', 'price', 'rate_contract', 'stock', 'outstanding']

/** Makes the home folder that the portal of each spec file gets a copy of: the demo company on the day of the journeys. */
export default async function makeTemplate(): Promise<() => void> {
  // A second try of some files adds to what the first one wrote down.
  if (process.env.JOURNEYS_AGAIN !== 'yes') rmSync(RESULTS, { recursive: true, force: true })
  const home = mkdtempSync(join(tmpdir(), 'bilty-journeys-'))
  // Built once: a source that changes during a run changes no portal of it.
  const server = builtServer(process.execPath)
  const portal = await startPortal(server, home, TEMPLATE_STARTS)
  try {
    await leaveReadingToJourneys(portal.url)
  } finally {
    await portal.stop()
  }
  process.env.JOURNEYS_TEMPLATE = home
  process.env.JOURNEYS_SERVER = server
  return () => rmSync(home, { recursive: true, force: true })
}

/** Leaves the reading of SAP's masters to the journeys: they read by hand what they need. */
async function leaveReadingToJourneys(baseURL: string): Promise<void> {
  const api = await request.newContext({ baseURL, extraHTTPHeaders: { 'X-Requested-With': 'bilty' } })
  await api.post('/api/authentication', { data: { strategy: 'local', loginId: 'sys_admin', password: PASSWORD } })
  for (const object of unread)
    for (const key of [`sap.times.${object}`, `sap.times.${object}.full`]) await switchOff(api, key)
  await api.dispose()
}

async function switchOff(api: APIRequestContext, key: string): Promise<void> {
  const path = '/api/settings/app-setting'
  const { data } = await (await api.get(`${path}?key=${key}`)).json()
  if (data[0].value === 'never') return
  const { id, rowVersion } = data[0]
  const answer = await api.patch(`${path}/${id}`, { data: { value: 'never', rowVersion } })
  if (!answer.ok()) throw new Error(`${key} could not be switched off: ${await answer.text()}`)
}
