import type { Complaint } from '../../resources/complaints/complaint.ts'
import type {
  ComplaintPerson,
  ComplaintSteps,
  Reassigned,
  StepTaken,
} from '../../resources/complaints/complaint-answers.ts'
import type { ComplaintStep } from '../../resources/complaints/complaint-flow.ts'
import type { ComplaintNote } from '../../resources/complaints/complaint-note.ts'
import type { ListPage } from '../../resources/define/list-page.ts'
import type { Invoice } from '../../resources/dispatches/invoice.ts'
import type { InvoiceLine } from '../../resources/dispatches/invoice-line.ts'
import { api } from '../shell/api.ts'
import { listOf } from '../shell/list-of.ts'

/** A complaint as a reader gets it: customers without its owner, cause and CAPA. */
export type ComplaintRow = Complaint & { texts: Partial<Record<keyof Complaint, string>>; sla: string }
export type LineRow = InvoiceLine & { texts: Partial<Record<keyof InvoiceLine, string>> }

export const fetchComplaint = async (id: number) => (await api.get<ComplaintRow>(`/complaints/${id}`)).data

export const stepsOf = async (complaintId: number) =>
  (await api.get<ComplaintSteps>('/complaint-steps', { params: { complaintId } })).data.steps

export const notesOf = (complaintId: number) =>
  listOf<ComplaintNote>('complaint-notes', { complaintId, $sort: { id: 1 } })

export const takeStep = async ({ id, rowVersion }: Complaint, step: ComplaintStep, said: object) =>
  (await api.post<StepTaken>('/complaint-steps', { complaintId: id, rowVersion, step, ...said })).data

export const peopleFor = async (ids: readonly number[], q = '') =>
  (await api.get<{ people: ComplaintPerson[] }>('/complaint-people', { params: { ids: ids.join(','), q } })).data.people

export const reassignMany = async (
  complaints: readonly Pick<Complaint, 'id' | 'rowVersion'>[],
  ownerEmployeeId: number,
  remark: string,
) =>
  (
    await api.post<Reassigned>('/complaint-reassignments', {
      complaints: complaints.map(({ id, rowVersion }) => ({ id, rowVersion })),
      ownerEmployeeId,
      remark,
    })
  ).data

/** Sends a photo or file for a complaint; its number. */
export async function sendPhoto(file: File): Promise<number> {
  const form = new FormData()
  form.append('ownerType', 'COMPLAINT')
  form.append('title', file.name.slice(0, 120))
  form.append('file', file)
  return (await api.post<{ id: number }>('/attachments', form)).data.id
}

const MOST_INVOICES = 8
const billed = { invoiceType: 'INVOICE', isCancelled: false, $sort: { invoiceDate: -1, id: -1 }, $limit: MOST_INVOICES }

/** The latest invoices of a customer whose number contains a text; those on an LR where one is named. */
export async function findInvoices(customerId: number, typed: string, lrId: number | null): Promise<Invoice[]> {
  const ids =
    lrId === null ? null : (await listOf<{ invoiceId: number }>('lr-lines', { lrId })).map(row => row.invoiceId)
  const params = {
    ...billed,
    soldToId: customerId,
    ...(typed && { invoiceNo: { $contains: typed } }),
    // No invoice has the number 0: an empty list would not be asked at all.
    ...(ids && { id: { $in: ids.length > 0 ? ids : [0] } }),
  }
  return (await api.get<ListPage<Invoice>>('/invoices', { params })).data.data
}

export const linesOf = (invoiceId: number) => listOf<LineRow>('invoice-lines', { invoiceId, $sort: { lineNo: 1 } })

export const openComplaint = async (body: object, headers: Record<string, string>) =>
  (await api.post<ComplaintRow>('/complaints', body, { headers })).data

export const addNote = (body: object, headers: Record<string, string>) =>
  api.post('/complaint-notes', body, { headers })
