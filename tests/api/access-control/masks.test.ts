import { beforeAll, describe, expect, it } from 'vitest'
import { cnf } from '../../../resources/access-control/cnf.ts'
import { customer } from '../../../resources/access-control/customer.ts'
import { maskOf } from '../../../resources/define/mask.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { may } from '../../../resources/define/rights.ts'
import { transporter } from '../../../resources/masters/transporter.ts'
import { resources } from '../../../resources/registry.ts'
import { type Role, roleCodes } from '../../../resources/roles.ts'
import { exampleInput, exampleRow } from '../../support/example-rows.ts'
import { importDesk } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const PAN = 'AAPFU0939F'
const ACCOUNT = '50100123456789'
const bank = { pan: PAN, gstin: null, gtaTaxMode: 'RCM', bankAccountNo: ACCOUNT, ifsc: 'HDFC0001234' }
const masks = { pan: 'AAPFU****F', bankAccountNo: '****6789', ifsc: '****1234' }
const secrets = /AAPFU0939F|50100123456789|HDFC0001234/

const maskedIn = (resource: Resource, role: Role) =>
  Object.keys(resource.fields).filter(name => resource.fields[name]!.maskedFor?.includes(role))

describe('PAN and bank accounts', () => {
  const portal = portalOfFile(emptyPortal)
  const people = new Map<Role, ApiClient>()
  let row: Record<string, unknown>
  const path = `/api/${transporter.path}`
  beforeAll(async () => {
    for (const role of roleCodes) people.set(role, await personWith(portal, [role]))
    row = await exampleRow(portal.db, transporter, bank)
  })

  it('are masked for everybody but finance and who keeps the column, in every resource', () => {
    const found = resources.flatMap(resource =>
      Object.entries(resource.fields).flatMap(([name, { format, kind }]) =>
        format === 'pan' || format === 'ifsc' || (/bankAcc/.test(name) && kind !== 'reference')
          ? [[`${resource.path} ${name}`, roleCodes.filter(role => !maskedIn(resource, role).includes(name))] as const]
          : [],
      ),
    )
    const always = ['MASTER_ADMIN', 'FINANCE']
    const also: Record<string, readonly string[]> = {
      'masters/transporter': ['SYS_ADMIN', 'DISPATCH'],
      'access-control/cnf': ['SYS_ADMIN', 'CSC_AGENT'],
      'access-control/toll-center': ['SYS_ADMIN', 'CSC_AGENT'],
    }
    expect(found.length).toBeGreaterThan(5)
    for (const [where, clear] of found)
      expect([where, clear.toSorted()]).toEqual([where, [...always, ...(also[where.split(' ')[0]!] ?? [])].sort()])
  })

  it('are read and exported whole by who keeps them', async () => {
    const desk = people.get('DISPATCH')!
    expect((await desk.get(`${path}/${row.id}`)).body).toMatchObject({ pan: PAN, bankAccountNo: ACCOUNT })
    const file = await desk.get(`/api/export/${transporter.path}?format=csv`)
    expect(file.body).toContain(`,'${ACCOUNT},`)
  })

  it('are shown masked at every address, and in full to finance', async () => {
    const finance = people.get('FINANCE')!
    expect((await finance.get(`${path}/${row.id}`)).body).toMatchObject({ pan: PAN, bankAccountNo: ACCOUNT })
    for (const role of roleCodes.filter(
      one => maskedIn(transporter, one).length && may(transporter.access, one, 'R'),
    )) {
      if (role === 'TRANSPORTER') continue
      const who = people.get(role)!
      expect((await who.get(`${path}/${row.id}`)).body).toMatchObject(masks)
      expect((await who.get(`${path}?id=${row.id}`)).body.data[0]).toMatchObject(masks)
      expect((await who.get(`${path}?id=${row.id}&$select[]=pan`)).body.data).toEqual([
        expect.objectContaining({ pan: masks.pan }),
      ])
      expect(
        (await who.get(`/api/history?resource=${transporter.path}&rowId=${row.id}`)).body.data[0].after,
      ).toMatchObject(masks)
      const everything = await Promise.all([
        who.get(`${path}?q=AAPFU`),
        who.get(`${path}?$limit=50&$select[]=*&$select[]=createdAt`),
        who.get(`/api/audit-entries?$limit=50`),
        who.get(`/api/search?q=AAPFU0939F`),
      ])
      expect(JSON.stringify(everything.map(({ body }) => body))).not.toMatch(secrets)
    }
  })

  it('cannot be searched or sorted by people who see them masked', async () => {
    let masked = 0
    for (const resource of resources)
      for (const role of roleCodes) {
        if (!may(resource.access, role, 'R')) continue
        const who = people.get(role)!
        for (const name of maskedIn(resource, role)) {
          masked++
          const asks = [`${name}=${PAN}`, `$sort[${name}]=1`, `${name}[$starts]=A`, `$or[0][${name}]=1`]
          for (const ask of asks) {
            const { status } = await who.get(`/api/${resource.path}?${ask}`)
            expect([resource.path, role, ask, status]).toEqual([resource.path, role, ask, 400])
          }
        }
      }
    expect(masked).toBeGreaterThan(20)
  })

  it('are exported masked', async () => {
    await exampleRow(portal.db, cnf, { pan: PAN })
    const file = await people.get('AUDITOR')!.get(`/api/export/${cnf.path}?format=csv`)
    expect(file.body).toContain('AAPFU****F')
    // A GSTIN, printed on every invoice, contains the PAN as well.
    expect(file.body).not.toContain(`,${PAN},`)
    expect((await people.get('AUDITOR')!.get(`/api/export/${cnf.path}?format=csv&pan=${PAN}`)).status).toBe(400)
  })

  // SAP keeps the PAN of a customer: whoever keeps its other columns sees that in part.
  const customers = `/api/${customer.path}`
  const buyer = () => exampleRow(portal.db, customer, { pan: PAN })

  it('may be sent back masked without effect, and cannot be changed by people who see them masked', async () => {
    const desk = people.get('CSC_AGENT')!
    const { id } = await buyer()
    const { body: seen } = await desk.get(`${customers}/${id}`)
    const sent = { pan: masks.pan, tcsTdsNote: 'Note 2', rowVersion: seen.rowVersion }
    const saved = await desk.patch(`${customers}/${id}`, sent)
    expect([saved.status, saved.body.tcsTdsNote, saved.body.pan]).toEqual([200, 'Note 2', masks.pan])
    const keptPan = async () => (await portal.db('customer').where({ id }).first()).pan
    expect(await keptPan()).toBe(PAN)
    for (const pan of ['AAACD1234F', 'AAPFU*****', null]) {
      const { status, body } = await desk.patch(`${customers}/${id}`, { pan, rowVersion: saved.body.rowVersion })
      expect([status, body.errors[0].field, body.errors[0].code]).toEqual([400, 'pan', 'FORBIDDEN_FIELD'])
    }
    const bulk = { ids: [id], expected: 1, change: { pan: 'AAACD1234F' } }
    expect((await desk.post(`${customers}/bulk`, bulk)).status).toBe(400)
    expect(await keptPan()).toBe(PAN)
  })

  it('are masked in the newer version that a stale change is answered with', async () => {
    const { id } = await buyer()
    const { status, body } = await people.get('CSC_AGENT')!.patch(`${customers}/${id}`, { rowVersion: 99 })
    expect([status, body.data.theirs.pan]).toEqual([409, masks.pan])
    expect(JSON.stringify(body)).not.toMatch(secrets)
  })

  it('may be entered with a new row by a desk that sees them masked afterwards', async () => {
    const draft = await exampleInput(portal.db, customer, { pan: PAN })
    const { status, body } = await people.get('SYS_ADMIN')!.post(customers, draft)
    expect([status, body.pan]).toEqual([201, masks.pan])
    expect((await portal.db('customer').where({ id: body.id }).first()).pan).toBe(PAN)
  })

  it('stay as they are when a file with masks is imported', async () => {
    const desk = await importDesk(portal.db, ['SYS_ADMIN'])
    const { id, code } = await buyer()
    const file = `customer_code,pan,tcs_tds_note\n${code},AAPFU****F,Note 3\n`
    const job = await desk.bring(customer.path, file, { commit: true })
    expect([job.status, await desk.errorsOf(job)]).toEqual(['DONE', []])
    const kept = await portal.db('customer').where({ id }).first()
    expect(kept).toMatchObject({ pan: PAN, tcsTdsNote: 'Note 3' })
    desk.close()
  })

  it('show a few characters and never all', () => {
    expect(maskOf(transporter.fields.pan, PAN)).toBe('AAPFU****F')
    expect(maskOf(transporter.fields.bankAccountNo, '123')).toBe('****')
    expect(maskOf(transporter.fields.bankAccountNo, null)).toBeNull()
  })
})
