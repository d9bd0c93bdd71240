import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** A job as the benchmark reads it. */
export interface ImportedJob {
  id: number
  status: string
  rowsNew: number
  rowsSame: number
  error?: string
  at: number
}

/** Resets the peak memory of a process. */
export const forgetMost = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Uploads a file for a resource, of agreed prices unless another one is named. */
export async function sendFile(
  url: string,
  token: string,
  text: string,
  name: string,
  resource = 'masters/cust-shipto-prod-price',
): Promise<ImportedJob> {
  const form = new FormData()
  form.set('resource', resource)
  form.set('file', new Blob([text]), name)
  const response = await fetch(`${url}/api/imports`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  })
  if (response.status !== 201) throw new Error(await response.text())
  return (await response.json()) as ImportedJob
}

/** Takes the next step of an import. */
export async function takeStep(url: string, token: string, step: Record<string, unknown>): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/import-steps`, { method: 'POST', body: JSON.stringify(step), headers })
  if (response.status !== 201) throw new Error(await response.text())
}

/** Waits until a job has a status; throws when it comes to rest with another one. */
export async function until(url: string, token: string, id: number, status: string): Promise<ImportedJob> {
  for (;;) {
    const response = await fetch(`${url}/api/imports/${id}`, { headers: { authorization: `Bearer ${token}` } })
    const job = (await response.json()) as ImportedJob
    if (job.status === status) return { ...job, at: performance.now() }
    if (
      ['FAILED', 'VALIDATED', 'CANCELLED'].includes(job.status) ||
      (status === 'ROLLED_BACK' && job.status === 'DONE')
    )
      throw new Error(`The import is ${job.status}: ${job.error}`)
    await pause(100)
  }
}
