/** @module-tag sql */
import { describe, expect, it } from 'vitest'
import { listRequest, readState } from '../../../admin/derive/list/list-state.ts'
import { stringify } from '../../../admin/http/query-text.ts'
import { queryFrom } from '../../../admin/shell/query.ts'
import { deactivatedDocuments, documentLibrary } from '../../../resources/masters/document-library.ts'
import { roleCodes } from '../../../resources/roles.ts'
import { sendFile, sendForm } from '../../support/files.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const keeper = portal.person('master_admin')
const customer = portal.person('customer')

const pdf = (name: string, text = name) => new File([`%PDF-1.4 ${text}`], name, { type: 'application/pdf' })
function documents(audience: string[] | null, ...files: File[]) {
  const form = new FormData()
  if (audience) form.set('audience', JSON.stringify(audience))
  form.set('category', 'Forms')
  for (const file of files) form.append('file', file)
  return form
}
const add = (form: FormData, who = keeper) => sendForm(portal, who, '/api/library', form)
const file = (who: ApiClient, id: number) =>
  fetch(`${portal.url}/api/attachments/${id}/file`, { headers: { authorization: `Bearer ${who.token}` } })

describe('the library', () => {
  it('accepts many files at once and shows each only to its audience', async () => {
    const { status, body } = await add(documents(['CUSTOMER'], pdf('eud-form.pdf'), pdf('price list.pdf')))
    expect([status, body.map(({ title }: { title: string }) => title)]).toEqual([201, ['eud-form', 'price list']])
    const [staff] = (await add(documents(['SALES_REP'], pdf('discounts.pdf')))).body
    const mine = (await customer.get('/api/documents')).body.map(({ title }: { title: string }) => title)
    expect(mine).toEqual(expect.arrayContaining(['eud-form', 'price list']))
    expect(mine).not.toContain('discounts')
    expect((await file(customer, body[0].id)).status).toBe(200)
    expect((await file(customer, staff.id)).status).toBe(404)
    expect((await customer.get(`/api/attachments/${staff.id}`)).status).toBe(404)
    expect((await (await portal.as('asha')).get('/api/documents')).body.map(({ id }: { id: number }) => id)).toContain(
      staff.id,
    )
  })

  it('needs an audience, a file of the stated type, and a person who may maintain the library', async () => {
    expect((await add(documents(null, pdf('a.pdf')))).body.errors).toMatchObject([
      { field: 'audience', code: 'REQUIRED' },
    ])
    expect((await add(documents(['NOBODY'], pdf('a.pdf')))).status).toBe(400)
    expect((await add(documents(['CUSTOMER'], new File(['MZ'], 'a.pdf')))).status).toBe(415)
    expect((await add(documents(['CUSTOMER'], pdf('a.pdf')), customer)).status).toBe(403)
  })

  it('keeps the previous version when a file is replaced, under the same id', async () => {
    const [made] = (await add(documents(['CUSTOMER'], pdf('policy.pdf', 'old')))).body
    const form = new FormData()
    form.append('file', pdf('policy-2.pdf', 'new'))
    expect((await sendForm(portal, keeper, `/api/library/${made.id}/file`, form)).body).toMatchObject({
      id: made.id,
      versionNo: 2,
    })
    expect(await (await file(customer, made.id)).text()).toContain('new')
    const { body } = await keeper.get(`/api/attachments?ownerType=LIBRARY&ownerId=${made.id}`)
    expect(body.data).toMatchObject([{ versionNo: 1, fileName: 'policy.pdf' }])
    expect(await (await file(keeper, body.data[0].id)).text()).toContain('old')
    expect((await file(customer, body.data[0].id)).status).toBe(404)
    expect((await sendForm(portal, customer, `/api/library/${made.id}/file`, form)).status).toBe(403)
  })

  it('hides a withdrawn document until it is restored', async () => {
    const [made] = (await add(documents(['CUSTOMER'], pdf('gone.pdf')))).body
    const act = (action: string, rowVersion: number) =>
      keeper.post('/api/attachments/actions', { action, rows: [{ id: made.id, rowVersion }] })
    expect((await act('withdraw', 1)).status).toBe(201)
    expect((await file(customer, made.id)).status).toBe(404)
    expect((await act('bringBack', 2)).status).toBe(201)
    expect((await file(customer, made.id)).status).toBe(200)
  })
})

/** What a person asks for when a screen shows this list, as a query string. */
function askedFor(list: typeof documentLibrary, address = '') {
  const { filters, sorters, query } = listRequest(list, readState(list, new URLSearchParams(address)))
  return stringify({ ...queryFrom({ filters, sorters, pagination: { pageSize: 100 } }), ...query })
}
const titlesIn = async (list: typeof documentLibrary, who: ApiClient, address = '') => {
  const { status, body } = await who.get(`/api/attachments?${askedFor(list, address)}`)
  expect(status).toBe(200)
  return body.data.map(({ title }: { title: string }) => title) as string[]
}

describe('the list of the library', () => {
  it('shows each document once, in its newest version, and those out of use apart', async () => {
    const [kept] = (await add(documents(['CUSTOMER'], pdf('list-kept.pdf')))).body
    const [gone] = (await add(documents(['CUSTOMER'], pdf('list-gone.pdf')))).body
    const form = new FormData()
    form.append('file', pdf('list-kept-2.pdf'))
    await sendForm(portal, keeper, `/api/library/${kept.id}/file`, form)
    await keeper.post('/api/attachments/actions', { action: 'withdraw', rows: [{ id: gone.id, rowVersion: 1 }] })
    expect(await titlesIn(documentLibrary, keeper, 'q=list-')).toEqual(['list-kept'])
    expect(await titlesIn(deactivatedDocuments, keeper, 'q=list-')).toEqual(['list-gone'])
    expect(await titlesIn(documentLibrary, customer, 'q=list-')).toEqual(['list-kept'])
    expect(await titlesIn(deactivatedDocuments, customer, 'q=list-')).toEqual([])
  })

  it('shows nobody a file that belongs to a row, neither in the list nor by its number nor in a file', async () => {
    const asha = await portal.as('asha')
    const { body: po } = await sendFile(portal, asha, 'ORDER', 'list-po.pdf')
    expect((await file(asha, po.id)).status).toBe(200)
    for (const role of roleCodes) {
      const who = await portal.as(role.toLowerCase())
      expect([role, await titlesIn(documentLibrary, who, 'q=list-po')]).toEqual([role, []])
      expect([role, (await who.get('/api/attachments?ownerType=ORDER')).body.total]).toEqual([role, 0])
      expect([role, (await who.get(`/api/attachments/${po.id}`)).status]).toEqual([role, 404])
    }
    const exported = await fetch(`${portal.url}/api/export/attachments?format=csv&columns=title,ownerType`, {
      headers: { authorization: `Bearer ${keeper.token}` },
    })
    const lines = (await exported.text()).trim().split('\r\n').slice(1)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.filter(line => !line.endsWith('LIBRARY'))).toEqual([])
    const refused = { headers: { authorization: `Bearer ${customer.token}` } }
    expect((await fetch(`${portal.url}/api/export/attachments?format=csv&columns=title`, refused)).status).toBe(403)
  })

  it('keeps the columns and views of each of its two lists', async () => {
    for (const { grid, list } of [documentLibrary, deactivatedDocuments]) {
      const layout = { columns: list.map(name => ({ name, width: 120 })), density: 'compact' }
      expect((await keeper.post('/api/layouts', { grid, layout })).status).toBe(201)
      expect((await keeper.get('/api/layouts')).body.layouts[grid]).toMatchObject({ density: 'compact' })
    }
  })
})
