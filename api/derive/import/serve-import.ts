import { receiveImportFile } from '../../platform/receive-upload.ts'
import type { ApiRouter } from '../../platform/router.ts'
import { serveTemplates } from '../export/template.ts'
import { signedIn } from '../signed-in.ts'
import { ImportRuns, type ImportSetup } from './import-runs.ts'
import { receiveImport } from './receive-import.ts'
import { downloadErrors, downloadFile, listErrors } from './show-errors.ts'
import { listJobs, showJob } from './show-jobs.ts'
import { listRows } from './show-rows.ts'
import { takeImportStep } from './step.ts'

/** The imports of a running portal. */
export interface RunningImports {
  stop(): Promise<void>
}

/**
 * Serves imports: `POST /api/imports` receives a file and starts its check, `POST /api/import-steps` maps columns,
 * commits, cancels or rolls back, and the GETs return the progress and the errors. A job is visible to its sender and
 * to people who may read all imports.
 */
export function serveImports(router: ApiRouter, setup: ImportSetup): RunningImports {
  const { config, db } = setup
  const runs = new ImportRuns(setup)
  serveTemplates(router, db)
  router.get('/api/imports', ctx => listJobs(ctx, db))
  router.post('/api/imports', async ctx => {
    signedIn(ctx)
    await receiveImportFile(db, ctx, config.home, 12)
    await receiveImport(ctx, { config, db, runs })
  })
  router.get('/api/imports/:id', ctx => showJob(ctx, db, runs, ctx.params.id!))
  // The ending is for people who open the address; it does not choose the format.
  for (const ending of ['', '.csv', '.xlsx']) {
    router.get(`/api/imports/:id/errors${ending}`, ctx => downloadErrors(ctx, db, config, ctx.params.id!))
    router.get(`/api/imports/:id/file${ending}`, ctx => downloadFile(ctx, db, config, ctx.params.id!))
  }
  router.get('/api/import-errors', ctx => listErrors(ctx, db))
  router.get('/api/import-rows', ctx => listRows(ctx, db))
  router.post('/api/import-steps', ctx => takeImportStep(ctx, db, runs))
  runs.begin()
  return { stop: () => runs.stop() }
}
