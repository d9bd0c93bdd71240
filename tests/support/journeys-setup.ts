import { type APIRequestContext, type FullConfig, request } from '@playwright/test'
import { PASSWORD } from './password.ts'

/** The objects whose readings bring rows that no journey expects, whenever the full hour strikes during a run. */
const unread = ['plant', 'product', 'customer', 'ship_to', 'price', 'rate_contract', 'stock', 'outstanding']

/** Leaves the reading of SAP's masters to the journeys: they read by hand what they need. */
export default async function setup({ projects }: FullConfig): Promise<void> {
  for (const { use } of projects) {
    const api = await request.newContext({
      baseURL: use.baseURL!,
      extraHTTPHeaders: { 'X-Requested-With': 'bilty' },
    })
    await api.post('/api/authentication', { data: { strategy: 'local', loginId: 'sys_admin', password: PASSWORD } })
    for (const object of unread)
      for (const key of [`sap.times.${object}`, `sap.times.${object}.full`]) await switchOff(api, key)
    await api.dispose()
  }
}

async function switchOff(api: APIRequestContext, key: string): Promise<void> {
  const path = '/api/settings/app-setting'
  const { data } = await (await api.get(`${path}?key=${key}`)).json()
  if (data[0].value === 'never') return
  const { id, rowVersion } = data[0]
  const answer = await api.patch(`${path}/${id}`, { data: { value: 'never', rowVersion } })
  if (!answer.ok()) throw new Error(`${key} could not be switched off: ${await answer.text()}`)
}
