import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { actOn, certificate, invoiceBatch, sendCertificates } from '../../support/certificates.ts'
import { type Company, createCompany } from '../../support/dispatches/shipped-order.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const NOON = '2026-11-20T06:30:00.000Z'
const CERTIFICATES = 'coa/certificates'
const FILES = 'coa/upload-mapping'

const portal = portalOfFile(() => {
  setClock(NOON)
  return emptyPortal()
})
let company: Company
let qa: ApiClient
let fileId: number
let certificateId: number

beforeAll(async () => {
  company = await createCompany(portal.db)
  qa = await personWith(portal, ['QA'])
  await invoiceBatch(portal.db, company, 'E1')
  const { files } = await sendCertificates(portal, qa, { 'LS-1001_E1.pdf': await certificate('LS-1001', 'E1') })
  fileId = files[0]!.id
  certificateId = files[0]!.coaDocumentId as number
})
afterAll(() => setClock(null))

const statusOf = async (id: number) => (await portal.db('coa_document').where({ id }).first('status')).status
const versions = () => portal.db('coa_document').where({ batchNo: 'E1' }).orderBy('version').pluck('status')

describe.each(['ACTIVE', 'SUPERSEDED', 'WITHDRAWN'])('a certificate that is %s', status => {
  const stand = () =>
    portal
      .db('coa_document')
      .where({ id: certificateId })
      .update({ status, withdrawReason: null, visibility: 'PUBLIC' })

  it('is withdrawn where it is not yet', async () => {
    await stand()
    const { status: code } = await actOn(qa, CERTIFICATES, 'withdraw', [certificateId], { reason: 'Wrong assay' })
    expect([code, await statusOf(certificateId)]).toEqual([status === 'WITHDRAWN' ? 409 : 201, 'WITHDRAWN'])
  })

  it('changes who finds it only while it is found', async () => {
    await stand()
    const asked = { visibility: 'INVOICED_ONLY' }
    const { status: code } = await actOn(qa, CERTIFICATES, 'setVisibility', [certificateId], asked)
    expect([code, await statusOf(certificateId)]).toEqual([status === 'ACTIVE' ? 201 : 409, status])
  })

  it('is followed by the next version, which supersedes only an active one', async () => {
    await stand()
    await portal.db('coa_file').whereNot({ id: fileId }).delete()
    await portal.db('coa_document').whereNot({ id: certificateId }).delete()
    const { files } = await sendCertificates(portal, qa, {
      'LS-1001_E1.pdf': await certificate('LS-1001', 'E1', `after ${status}`),
    })
    expect(files[0]!.result).toBe('PUBLISHED')
    expect(await versions()).toEqual([status === 'ACTIVE' ? 'SUPERSEDED' : status, 'ACTIVE'])
  })
})

describe.each(['PUBLISHED', 'TRAY', 'KNOWN', 'REFUSED', 'LEFT_OUT'])('a file that is %s', result => {
  it.each([
    ['confirm', {}, 'KNOWN'],
    ['map', { batchNo: 'E1', isCompared: true }, 'KNOWN'],
    ['leaveOut', {}, 'LEFT_OUT'],
  ])('meets “%s” only while it waits in the tray', async (action, asked, after) => {
    const productId = company.productIds[0]!
    await portal.db('coa_document').where({ id: certificateId }).update({ status: 'ACTIVE' })
    await portal.db('coa_document').whereNot({ id: certificateId }).update({ status: 'WITHDRAWN' })
    await portal.db('coa_file').where({ id: fileId }).update({ result, productId, batchNo: 'E1' })
    const given = action === 'map' ? { ...asked, productId } : asked
    const { status } = await actOn(qa, FILES, action, [fileId], given)
    const file = await portal.db('coa_file').where({ id: fileId }).first('result')
    expect([status, file.result]).toEqual(result === 'TRAY' ? [201, after] : [409, result])
  })
})
