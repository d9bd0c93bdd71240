import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Application } from '@feathersjs/koa'
import { serveStatic } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Middleware } from 'koa'
import { root } from '../config.ts'
import { companyMarks } from './company-marks.ts'
import { allowStyles } from './security-headers.ts'

const folder = join(root, 'dist', 'admin')
const page = join(folder, 'index.html')
const YEAR = 365 * 24 * 3600 * 1000

/** Serves the built screens; every path that is neither a file nor the API is a screen of the single page. */
export function serveAdmin(app: Application, db: Knex) {
  // The names of assets carry a hash of their content.
  const assets = serveStatic(folder, { index: false, maxage: YEAR, immutable: true }) as unknown as Middleware
  app.use(async (ctx, next) => {
    const elsewhere = ctx.path.startsWith('/api') || !['GET', 'HEAD'].includes(ctx.method) || ctx.body !== undefined
    if (elsewhere) return next()
    if (ctx.path.startsWith('/assets/') || isFile(ctx.path)) return assets(ctx, next)
    if (!existsSync(page)) {
      ctx.status = 503
      ctx.body = 'The screens are not built yet: start the portal with npm start'
      return
    }
    ctx.type = 'html'
    ctx.set('Cache-Control', 'no-cache')
    const [built, marks] = await Promise.all([readFile(page, 'utf8'), companyMarks(db)])
    // The build leaves this word where the page wants the nonce of its styles.
    const styled = built.replaceAll('nonce="NONCE"', `nonce="${allowStyles(ctx)}"`)
    ctx.body = styled.replace('</head>', () => `${marks}</head>`)
  })
}

/** Whether a path names one of the few files beside the assets, such as the icon. */
const isFile = (path: string) =>
  /^\/[\w-]+\.(svg|png|ico|txt|webmanifest)$/.test(path) && existsSync(join(folder, path))
