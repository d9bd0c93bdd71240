import type { Application } from '@feathersjs/koa'
import type { Context, Next } from 'koa'
import { takeUpload } from '../../platform/take-upload.ts'
import { serveTemplates } from '../export/template.ts'
import { restOfPath, signedIn } from '../signed-in.ts'
import { receive } from './receive.ts'
import { ImportRuns, type ImportSetup } from './run.ts'
import { list, show } from './show.ts'
import { downloadErrors, downloadFile, listErrors } from './show-errors.ts'
import { listRows } from './show-rows.ts'
import { step } from './step.ts'

/** What a running portal can tell its imports: to end in order. */
export interface Imports {
  stop(): Promise<void>
}

/**
 * Imports over HTTP: `POST /api/imports` takes a file and starts its check, `POST /api/import-steps` says which columns are
 * which, commits, cancels or rolls back,
 * the GETs tell how far it is and what is wrong. A job is seen by who sent it and by who reads all imports.
 */
export function serveImports(app: Application, setup: ImportSetup): Imports {
  const { config, db } = setup
  const runs = new ImportRuns(setup)
  serveTemplates(app, db)
  app.use(async (ctx: Context, next: Next) => {
    const rest = restOfPath(ctx, 'GET', '/api/imports')
    if (rest === '') return list(ctx, db)
    const [, id, file] = /^\/([^/]+)(?:\/(errors|file)(?:\.csv|\.xlsx)?)?$/.exec(rest ?? '') ?? []
    if (id && file) return file === 'errors' ? downloadErrors(ctx, db, config, id) : downloadFile(ctx, db, config, id)
    if (id) return show(ctx, db, runs, id)
    if (restOfPath(ctx, 'GET', '/api/import-errors') === '') return listErrors(ctx, db)
    if (restOfPath(ctx, 'GET', '/api/import-rows') === '') return listRows(ctx, db)
    if (restOfPath(ctx, 'POST', '/api/import-steps') === '') return step(ctx, db, runs)
    if (restOfPath(ctx, 'POST', '/api/imports') !== '') return next()
    signedIn(ctx)
    await takeUpload(db, ctx, 1, 12)
    await receive(ctx, { config, db, runs })
  })
  runs.begin()
  return { stop: () => runs.stop() }
}
