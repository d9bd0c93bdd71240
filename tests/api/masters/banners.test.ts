import { beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const keeper = portal.person('master_admin')

beforeAll(async () => {
  await portal.db('banner').delete()
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function picture(bytes: Buffer<ArrayBuffer> = PNG, name = 'news.png'): Promise<number> {
  const form = new FormData()
  form.set('ownerType', 'BANNER')
  form.set('file', new File([bytes], name, { type: 'image/png' }))
  const headers = { authorization: `Bearer ${keeper.token}` }
  const response = await fetch(`${portal.url}/api/attachments`, { method: 'POST', body: form, headers })
  return ((await response.json()) as { id: number }).id
}

const at = (days: number) => `${addDays(today(), days)}T00:00:00.000Z`
let last = 0
const banner = async (more: Record<string, unknown> = {}) =>
  keeper.post('/api/shipment-tracking/banner', {
    title: `News ${++last}`,
    imageAttachmentId: await picture(),
    placement: 'LOGIN',
    validFrom: at(-1),
    validTo: at(2),
    ...more,
  })
const titles = async (who: ApiClient, placement: string) =>
  (await who.get(`/api/banners?placement=${placement}`)).body.map(({ title }: { title: string }) => title)

describe('banners', () => {
  it('are shown on the login page to everybody, at most five, only in their period, with their picture', async () => {
    for (let place = 6; place > 0; place--) expect((await banner({ sortNo: place })).status).toBe(201)
    await banner({ validFrom: at(1) })
    await banner({ validFrom: at(-9), validTo: at(-1) })
    expect(await titles(portal.nobody, 'LOGIN')).toEqual(['News 6', 'News 5', 'News 4', 'News 3', 'News 2'])
    const { body } = await portal.nobody.get('/api/banners?placement=LOGIN')
    const sent = await fetch(`${portal.url}/api/banners/${body[0].id}/picture`)
    expect([sent.status, sent.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(await sent.arrayBuffer()).equals(PNG)).toBe(true)
  })

  it('of the home page are shown to their audience', async () => {
    await banner({ placement: 'HOME', title: 'For all' })
    await banner({ placement: 'HOME', title: 'For employees', audience: 'EMPLOYEE' })
    await banner({ placement: 'HOME', title: 'For distributors', audience: 'DISTRIBUTOR' })
    const biotech = await portal.db('customer_segment').where({ code: 'BIOTECH' }).first('id')
    await banner({ placement: 'HOME', title: 'For biotech', customerSegmentId: biotech.id })
    expect(await titles(portal.nobody, 'HOME')).toEqual([])
    expect(await titles(await portal.as('asha'), 'HOME')).toEqual(['For all', 'For employees'])
    expect(await titles(await portal.as('customer'), 'HOME')).toEqual(['For all', 'For biotech'])
    expect(await titles(await portal.as('distributor'), 'HOME')).toEqual(['For all', 'For distributors'])
    const hidden = await portal.db('banner').where({ title: 'For employees' }).first('id')
    expect((await portal.nobody.get(`/api/banners/${hidden.id}/picture`)).status).toBe(404)
  })

  it('are listed for partners when their audience includes them', async () => {
    const { body } = await (await portal.as('transporter')).get('/api/shipment-tracking/banner?$limit=50')
    expect(body.data.map(({ audience }: { audience: string }) => audience)).not.toContain('EMPLOYEE')
    expect(body.total).toBeGreaterThan(5)
  })

  it('refuse a file that is not a picture, is too large or was uploaded for something else, and an unknown page', async () => {
    const pdf = await picture(Buffer.from('%PDF-1.4 news'), 'news.pdf')
    const large = await picture(Buffer.concat([PNG, Buffer.alloc(1024 * 1024)]))
    const other = await portal.db('attachment').where({ ownerType: 'BANNER' }).first('id')
    await portal.db('attachment').where({ id: other.id }).update({ ownerType: 'LIBRARY' })
    for (const [id, says] of [
      [pdf, 'Picture must be a PNG or JPG'],
      [large, 'Picture must be at most 1 MB'],
      [other.id, 'Picture must be a file that was sent for a banner'],
    ]) {
      const { status, body } = await banner({ imageAttachmentId: id })
      expect([status, body.errors?.[0]?.message]).toEqual([400, says])
    }
    expect((await portal.nobody.get('/api/banners?placement=NOWHERE')).status).toBe(400)
    const early = await banner({ audience: 'CUSTOMER' })
    expect(early.body.errors[0].field).toBe('audience')
  })
})
