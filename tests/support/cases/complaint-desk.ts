import { resourceNamed } from '../../../resources/registry.ts'
import { messages } from '../../../seeds/system/messages.ts'
import { dispatchDesk } from '../dispatches/dispatch-desk.ts'
import { exampleRow } from '../example-rows.ts'
import { photoWithPlace, sendForm } from '../files.ts'
import { personWith } from '../people.ts'
import type { ApiClient } from '../portal.ts'
import { documentsInSap } from '../sap/typed-documents.ts'

/** A company with people on each side of a complaint: buyer, account owner with a manager, service centre and QA. */
export async function complaintDesk() {
  const office = await dispatchDesk()
  const { portal, company, key } = office
  const make = (name: string, given: Record<string, unknown> = {}) => exampleRow(portal.db, resourceNamed(name), given)
  const employ = async (given: Record<string, unknown> = {}) => {
    const employee = await make('employee', { managerId: null, departmentId: null, zoneId: null, ...given })
    await make('sbu-employee-map', { employeeId: employee.id, sbuId: company.sbuId })
    return employee as { id: number }
  }
  const boss = await employ()
  const [keeper, clerk, chemist, colleague] = [
    await employ({ managerId: boss.id }),
    await employ(),
    await employ(),
    await employ(),
  ]
  const department = await make('department', {
    sbuId: company.sbuId,
    headEmployeeId: null,
    complaintEmail: 'care@company.example',
  })
  await make('customer-department-map', {
    customerId: company.customerId,
    departmentId: department.id,
    salesEmployeeId: keeper.id,
    salesGroupId: null,
  })
  for (const seed of messages.seeds) if (seed.medium !== 'SMS') await exampleRow(portal.db, messages.resource, seed)
  const category = async (complaintType: string, more: Record<string, unknown> = {}) =>
    (
      await make('complaint-category', {
        complaintType,
        parentCategoryId: null,
        departmentId: null,
        needsInvoice: false,
        needsBatch: false,
        needsAttachment: false,
        slaHours: 18,
        ...more,
      })
    ).id as number
  const people = {
    buyer: await personWith(portal, ['CUSTOMER'], { customerId: company.customerId, name: 'Rohan Bhide' }),
    owner: await personWith(portal, ['SALES_REP'], { employeeId: keeper.id, name: 'Asha Keeper' }),
    manager: await personWith(portal, ['SALES_MANAGER'], { employeeId: boss.id, name: 'Meena Boss' }),
    agent: await personWith(portal, ['CSC_AGENT'], { employeeId: clerk.id, name: 'Farah Clerk' }),
    other: await personWith(portal, ['CSC_AGENT'], { employeeId: colleague.id, name: 'Gautam Clerk' }),
    qa: await personWith(portal, ['QA'], { employeeId: chemist.id, name: 'Dr Rao' }),
  }
  const types = {
    damage: await category('DAMAGE', { needsInvoice: true, needsAttachment: true }),
    quality: await category('PRODUCT_QUALITY', { needsInvoice: true, needsBatch: true }),
    service: await category('SERVICE'),
  }
  const row = (id: number) => portal.db('complaint').where({ id }).first()

  /** Uploads a photo for complaints; its number. */
  async function photo(who: ApiClient): Promise<number> {
    const form = new FormData()
    form.set('ownerType', 'COMPLAINT')
    form.set('file', new File([new Uint8Array(await photoWithPlace())], 'carton.jpg'))
    return (await sendForm(portal, who, '/api/attachments', form)).body.id as number
  }
  const complain = (who: ApiClient, body: Record<string, unknown>) => who.post('/api/complaints', body, key())
  /** Opens a complaint about service; its number. */
  async function opened(more: Record<string, unknown> = {}, who = people.buyer): Promise<number> {
    const { status, body } = await complain(who, {
      categoryId: types.service,
      description: 'Nobody calls back',
      ...more,
    })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.id as number
  }
  async function step(who: ApiClient, complaintId: number, name: string, more: Record<string, unknown> = {}) {
    const { rowVersion } = await row(complaintId)
    return who.post('/api/complaint-steps', { complaintId, rowVersion, step: name, ...more })
  }
  const note = (who: ApiClient, body: Record<string, unknown>) => who.post('/api/complaint-notes', body, key())
  const mails = (templateCode: string) => portal.db('message_log').where({ templateCode }).orderBy('id')
  const ids = { boss: boss.id, keeper: keeper.id, clerk: clerk.id, colleague: colleague.id, department: department.id }
  const sap = documentsInSap(portal)
  /** Puts a credit note of the customer into SAP. */
  const noteInSap = async (no: string) => {
    const { code } = await portal.db('customer').where({ id: company.customerId }).first('code')
    return sap.billing(no, code, 100_00)
  }
  return {
    ...office,
    sap,
    noteInSap,
    make,
    people,
    types,
    category,
    ids,
    row,
    photo,
    complain,
    opened,
    step,
    note,
    mails,
  }
}
