import * as imports from '../../../resources/platform/commands/imports.ts'
import { receiveImportFile } from '../../platform/http/receive-upload.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import { type Bound, bind } from '../command/serve-commands.ts'
import { serveTemplates } from '../export/template.ts'
import { signedIn } from '../signed-in.ts'
import { ImportRuns, type ImportSetup } from './import-runs.ts'
import { receiveImport } from './receive-import.ts'
import { downloadErrors, downloadFile, listErrors } from './show-errors.ts'
import { jobAnswer, jobFor, listJobs } from './show-jobs.ts'
import { listRows } from './show-rows.ts'
import { takeImportStep } from './step.ts'

/** The imports of a running portal. */
export interface RunningImports {
  commands: readonly Bound[]
  stop(): Promise<void>
}

/**
 * Serves imports: `POST /api/imports` receives a file and starts its check, its steps map columns, save, cancel or roll
 * back. A job is visible to its sender and to people who may read all imports.
 */
export function serveImports(router: ApiRouter, setup: ImportSetup): RunningImports {
  const { config, db } = setup
  const runs = new ImportRuns(setup)
  serveTemplates(router, db)
  router.post('/api/imports', async ctx => {
    signedIn(ctx)
    await receiveImportFile(db, ctx, config.home, 12)
    await receiveImport(ctx, { config, db, runs })
  })
  // The ending is for people who open the address; it does not choose the format.
  for (const ending of ['', '.csv', '.xlsx']) {
    router.get(`/api/imports/:id/errors${ending}`, ctx => downloadErrors(ctx, db, config, ctx.params.id!))
    router.get(`/api/imports/:id/file${ending}`, ctx => downloadFile(ctx, db, config, ctx.params.id!))
  }
  runs.begin()
  return {
    commands: [
      bind(imports.listImports, (asked, { trx, person }) => listJobs(trx, asked, person)),
      bind(imports.showImport, async ({ id }, { trx, person, author }) =>
        jobAnswer(await jobFor(trx, { person, author }, id), person, runs),
      ),
      bind(imports.listFaults, (asked, { trx, person, author }) => listErrors(trx, asked, { person, author })),
      bind(imports.listRows, (asked, { trx, person, author }) => listRows(trx, asked, { person, author })),
      bind(imports.takeImportStep, (asked, { trx, person, author }) =>
        takeImportStep(trx, asked, { person, author }, runs),
      ),
    ],
    stop: () => runs.stop(),
  }
}
