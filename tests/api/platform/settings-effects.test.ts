import { describe, expect, it } from 'vitest'
import { warnContracts } from '../../../api/masters/warn-contracts.ts'
import { today } from '../../../api/platform/clock.ts'
import { landscapeFields } from '../../../api/sap/http/fields.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { submittedOrder, takeStep, waitForStatus } from '../../support/orders/example-order.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const admin = portal.person(at => personWith(at, ['SYS_ADMIN']))
const asha = portal.person('asha')

const PATH = '/api/settings/app-setting'
async function set(key: string, value: string) {
  const row = (await admin.get(`${PATH}?key=${key}`)).body.data[0]
  return admin.patch(`${PATH}/${row.id}`, { value, rowVersion: row.rowVersion })
}

describe('upload.max_mb', () => {
  const send = async (megabytes: number, path: string) => {
    const form = new FormData()
    form.append('ownerType', 'ORDER')
    form.append('title', 'PO')
    const bytes = Buffer.alloc(megabytes * 1024 * 1024 + 10, 'x')
    bytes.write('%PDF-')
    form.append('file', new Blob([bytes]), 'po.pdf')
    const headers = { authorization: `Bearer ${asha.token}` }
    const answer = await fetch(portal.url + path, { method: 'POST', headers, body: form })
    return { status: answer.status, body: await answer.json() }
  }

  it('limits every upload, from the next one on, with a sentence in MB', async () => {
    expect((await send(2, '/api/attachments')).status).toBe(201)
    expect((await set('upload.max_mb', '2')).status).toBe(200)
    expect((await set('import.max_mb', '2')).status).toBe(200)
    for (const path of ['/api/attachments', '/api/order-sheets', '/api/imports']) {
      const { status, body } = await send(2, path)
      expect([path, status, body.errors]).toEqual([
        path,
        413,
        [{ field: 'file', code: 'FILE_SIZE', message: 'File must be at most 2 MB' }],
      ])
    }
    const { uploadMaxMb, importMaxMb, importMaxRows } = (await asha.get('/api/me')).body
    expect({ uploadMaxMb, importMaxMb, importMaxRows }).toEqual({
      uploadMaxMb: 2,
      importMaxMb: 2,
      importMaxRows: 500_000,
    })
    expect((await send(1, '/api/attachments')).status).toBe(201)
  })

  it('is at least 1 and at most 50', async () => {
    expect((await set('upload.max_mb', '0')).body.errors[0].message).toContain('1 to 50 MB')
    expect((await set('upload.max_mb', '51')).status).toBe(400)
    expect((await set('upload.max_mb', '10')).status).toBe(200)
  })
})

describe('import.max_mb and upload.max_rows', () => {
  it('are bounded by what an import can read', async () => {
    expect((await set('import.max_mb', '101')).body.errors[0].message).toContain('1 to 100 MB')
    expect((await set('import.max_mb', '60')).status).toBe(200)
    expect((await set('upload.max_rows', '1000001')).body.errors[0].message).toContain('1 to 1000000')
    expect((await set('upload.max_rows', '0')).status).toBe(400)
  })
})

describe('rc.expiry_warn_days', () => {
  it('marks contracts that end soon in the list, and notifies their approvers and the service centre once by mail and bell', async () => {
    await portal.db('rate_contract_customer').update({ validTo: addDays(today(), 200) })
    const [soon, later] = await portal.db('rate_contract_customer').where({ status: 'ACTIVE' }).orderBy('id').limit(2)
    await portal
      .db('rate_contract_customer')
      .where({ id: soon.id })
      .update({ validTo: addDays(today(), 20) })
    if (later)
      await portal
        .db('rate_contract_customer')
        .where({ id: later.id })
        .update({ validTo: addDays(today(), 40) })
    const expiring = async () =>
      (await admin.get('/api/masters/rate-contract-customer?isExpiring=true')).body.data.map(
        ({ id }: { id: number }) => id,
      )
    expect(await expiring()).toEqual([soon.id])
    expect(await warnContracts(portal.db)).toBe(1)
    expect(await warnContracts(portal.db)).toBe(0)
    const mails = await portal.db('message_log').where({ templateCode: 'CONTRACT_EXPIRING' })
    expect(mails.map(({ toAddress }) => toAddress)).toContain('csc_agent@meridian-labs.example')
    expect(mails[0].body).toContain(`Rate contract ${soon.contractNo} of`)
    expect(mails[0].body).toContain('ends in 20 days')
    expect(await portal.db('notification').where('title', 'like', `Rate contract ${soon.contractNo}%`)).not.toEqual([])
    if (later) {
      await set('rc.expiry_warn_days', '45')
      expect((await expiring()).sort()).toEqual([soon.id, later.id].sort())
      expect(await warnContracts(portal.db)).toBe(1)
    }
    await portal
      .db('rate_contract_customer')
      .where({ id: soon.id })
      .update({ validTo: addDays(today(), 25) })
    expect(await warnContracts(portal.db)).toBe(1)
  })
})

describe('the SAP codes of the landscape', () => {
  it('come from the settings, and orders are sent with them', async () => {
    expect((await set('sap.order_key_field', 'SoldToParty')).body.errors[0].message).toContain(
      'PurchaseOrderByCustomer',
    )
    for (const [key, bad, good] of [
      ['sap.price_condition_type', 'price', 'PR00'],
      ['sap.text_id_remarks', 'TX1', 'TX02'],
      ['sap.lock_messages', 'locked', 'V1/042'],
      ['sap.company_code', '10', '1000'],
      ['sap.gateway_clearing_account', 'bank', '113100'],
      ['sap.journal_entry_path', 'http://elsewhere/', '/sap/bc/srt/journal'],
      ['sap.clear_payments', 'perhaps', 'false'],
      ['sap.clearing_document_type', 'clear', 'DA'],
      ['sap.clearing_path', 'http://elsewhere/', '/sap/bc/srt/clearing'],
      ['sap.max_dialog_seconds', '5', '600'],
    ] as const) {
      expect([(await set(key, bad)).status, (await set(key, good)).status], key).toEqual([400, 200])
    }
    expect((await set('sap.order_key_field', 'PurchaseOrderByCustomer')).status).toBe(200)
    expect((await set('sap.price_condition_type', 'ZPR0')).status).toBe(200)
    expect((await set('sap.price_condition_type', 'no type')).body.errors[0].message).toContain('such as PR00')
    expect((await set('sap.times.stock', 'half past')).body.errors[0].message).toContain('as cron writes it')
    expect((await set('sap.shipping_types', 'SURFACE=01,PWC=ZP')).status).toBe(200)
    expect((await set('sap.excluded_storage_locations', '0009;0010')).body.errors[0].message).toContain(
      'must be storage locations with commas between',
    )
    expect((await set('sap.excluded_storage_locations', '0009, 1201/0010')).status).toBe(200)
    expect(await landscapeFields(portal.db)).toMatchObject({
      orderNo: 'PurchaseOrderByCustomer',
      price: 'ZPR0',
      excludedStorageLocations: ['0009', '1201/0010'],
      freight: 'ZFRT',
      remarks: 'TX02',
      shippingTypes: { SURFACE: '01', PWC: 'ZP' },
      lockMessages: ['V1/042'],
      posting: { companyCode: '1000', clearingAccount: '113100', path: '/sap/bc/srt/journal' },
    })
    const order = await submittedOrder(portal, asha)
    await takeStep(await portal.as('meena'), order.id, 'approve')
    expect((await waitForStatus(portal, order.id, 'CONFIRMED')).sapOrderNo).toBeTruthy()
  })
})
