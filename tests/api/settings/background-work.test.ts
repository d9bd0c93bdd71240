/** @module-tag sql */
import { afterEach, expect, it } from 'vitest'
import { now, secondsFromNow, setClock } from '../../../api/platform/clock.ts'
import { workKinds } from '../../../api/settings/work-kinds.ts'
import { coaBatch } from '../../../resources/coa/coa-batch.ts'
import { tableOf } from '../../../resources/define/resource.ts'
import { podBatch } from '../../../resources/dispatches/pods/pod-batch.ts'
import { reportFile } from '../../../resources/mis/report-file.ts'
import { importJob } from '../../../resources/platform/imports/import-job.ts'
import { jobLock } from '../../../resources/platform/job-lock.ts'
import { messageLog } from '../../../resources/platform/message-log.ts'
import { sapOutbox } from '../../../resources/platform/sap-outbox.ts'
import { sapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { resources } from '../../../resources/registry.ts'
import { workOf } from '../../../resources/settings/background-work.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(emptyPortal)
const admin = portal.person(at => personWith(at, ['SYS_ADMIN']))
afterEach(() => setClock(null))

const shown = async (name: string) => {
  const { body } = await admin.get(`/api/settings/background-work?named=${name}`)
  expect(body.data).toHaveLength(1)
  return body.data[0]
}

it('knows every table whose rows a process claims', () => {
  const claimed = resources.filter(({ fields }) => 'lockedUntil' in fields && 'lockedBy' in fields).map(tableOf)
  const known = new Set<string>([...Object.values(workKinds).map(({ table }) => table), 'job_lock', 'eway_session'])
  expect(claimed.filter(table => !known.has(table))).toEqual([])
  expect(claimed.length).toBeGreaterThan(5)
})

it('shows what of each kind is due, in progress, waits for its next try or is given up', async () => {
  const { db } = portal
  const [later, before] = [secondsFromNow(600), secondsFromNow(-600)]
  const sap = (values: object) => exampleRow(db, sapOutbox, { nextAttemptAt: before, payload: {}, ...values })
  await sap({ messageNo: 'DUE', status: 'READY' })
  await sap({ messageNo: 'SENDING', status: 'SENDING', attempts: 1, lockedBy: 'a process', lockedUntil: later })
  await sap({ messageNo: 'LOST', status: 'SENDING', attempts: 1, lockedBy: 'a process', lockedUntil: before })
  await sap({ messageNo: 'AGAIN', status: 'RETRY', attempts: 3, nextAttemptAt: later, errorText: 'SAP is down' })
  await sap({ messageNo: 'STUCK', status: 'FAILED_BUSINESS', attempts: 4, nextAttemptAt: later, errorText: 'No plant' })
  await sap({ messageNo: 'SENT', status: 'DONE' })
  expect(await shown('DUE')).toMatchObject({
    kind: 'SAP_MESSAGE',
    state: 'DUE',
    tries: 0,
    heldUntil: null,
    error: null,
  })
  expect(await shown('SENDING')).toMatchObject({ state: 'HELD', heldBy: 'a process', heldUntil: later })
  expect(await shown('LOST')).toMatchObject({ state: 'DUE', heldBy: null, heldUntil: null })
  expect(await shown('AGAIN')).toMatchObject({ state: 'RETRYING', tries: 3, nextTryAt: later, error: 'SAP is down' })
  expect(await shown('STUCK')).toMatchObject({ state: 'GIVEN_UP', tries: 4, nextTryAt: null, error: 'No plant' })
  expect((await admin.get('/api/settings/background-work?named=SENT')).body.data).toEqual([])

  const mail = await exampleRow(db, messageLog, {
    messageNo: 'MAIL',
    medium: 'EMAIL',
    status: 'QUEUED',
    nextAttemptAt: now(),
  })
  await exampleRow(db, messageLog, { messageNo: 'TEXT', medium: 'SMS', status: 'FAILED', nextAttemptAt: now() })
  await exampleRow(db, sapSyncRun, { object: 'STOCK', status: 'RUNNING' })
  await exampleRow(db, importJob, { jobNo: 'IMP', status: 'VALIDATING', lockedUntil: later })
  await exampleRow(db, reportFile, { fileName: 'sales', status: 'WAITING', asked: {} })
  await exampleRow(db, coaBatch, { fileName: 'coas', status: 'FAILED', errorText: 'No file in it' })
  await exampleRow(db, podBatch, { fileName: 'pods', status: 'UPLOADING', lockedBy: 'a process', lockedUntil: later })
  await exampleRow(db, podBatch, { fileName: 'later', status: 'READING', lockedUntil: later })
  expect(await shown('MAIL')).toMatchObject({ kind: 'EMAIL', state: 'DUE' })
  expect(workOf((await shown('MAIL')).id)).toEqual({ kind: 'EMAIL', id: mail.id })
  expect(await shown('TEXT')).toMatchObject({ kind: 'SMS', state: 'GIVEN_UP' })
  expect(await shown('STOCK')).toMatchObject({ kind: 'SAP_READING', state: 'HELD', tries: null })
  expect(await shown('IMP')).toMatchObject({ kind: 'IMPORT', state: 'HELD' })
  expect(await shown('sales')).toMatchObject({ kind: 'REPORT_FILE', state: 'DUE' })
  expect(await shown('coas')).toMatchObject({ kind: 'COA_UPLOAD', state: 'GIVEN_UP', error: 'No file in it' })
  expect(await shown('pods')).toMatchObject({ kind: 'POD_UPLOAD', state: 'HELD', heldUntil: later, nextTryAt: null })
  expect(await shown('later')).toMatchObject({ state: 'RETRYING', heldUntil: null, nextTryAt: later })

  const job = (values: object) => exampleRow(db, jobLock, { lastRunAt: before, tries: 1, problem: null, ...values })
  await job({ name: 'fine', doneAt: now(), lockedUntil: null, retryAt: null })
  await job({ name: 'running', lockedBy: 'a process', lockedUntil: later })
  await job({ name: 'failed', problem: 'The file is not there', lockedUntil: null, retryAt: later })
  await job({ name: 'failed-for-today', problem: 'The file is not there', tries: 5, lockedUntil: null, retryAt: null })
  expect((await admin.get('/api/settings/background-work?named=fine')).body.data).toEqual([])
  expect(await shown('running')).toMatchObject({ kind: 'JOB', state: 'HELD', heldBy: 'a process' })
  expect(await shown('failed')).toMatchObject({ state: 'RETRYING', nextTryAt: later, error: 'The file is not there' })
  expect(await shown('failed-for-today')).toMatchObject({ state: 'GIVEN_UP', tries: 5 })
  const { body } = await admin.get('/api/settings/background-work?state=GIVEN_UP&$sort[kind]=1')
  expect(body.total).toBe(4)
})

it('leaves out what was given up more than 30 days ago', async () => {
  await exampleRow(portal.db, sapOutbox, { messageNo: 'OLD', status: 'FAILED_TECH', payload: {} })
  expect(await shown('OLD')).toMatchObject({ state: 'GIVEN_UP' })
  setClock(secondsFromNow(32 * 86_400))
  const { body } = await (await personWith(portal, ['AUDITOR'])).get('/api/settings/background-work?named=OLD')
  expect(body.data).toEqual([])
})
