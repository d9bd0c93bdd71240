import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const api = `http://127.0.0.1:${process.env.PORT || 3030}`
const ours = (file: string) => resolve(import.meta.dirname, 'admin', file)

/** Lets the page ask for the large scripts at once; the first one imports them only when it runs. */
const preloaded: Plugin = {
  name: 'preloaded',
  transformIndexHtml: (_, { bundle = {} }) =>
    Object.values(bundle).flatMap(file =>
      file.type === 'chunk' && ['react', 'start'].includes(file.name)
        ? { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file.fileName}` } }
        : [],
    ),
}

/** What the server alone reads of declarations, each as it is written by the formatter; a test looks that no screen does. */
export const ofServer: Readonly<Record<string, RegExp>> = {
  indexes: /\n {2}indexes: \[(\[[^\]]*\],?|\/\/.*|\s)*\],/g,
  /** Roles that read every row. */
  everyRow: /\n {2}everyRow: \[('\w+',?|\/\/.*|\s)*\],/g,
  /** While what a record keeps its masters in use. */
  openIf: /\n {2}openIf: (?:[^\n]*[^\n{[(],|[{[]\n(?: {4,}[^\n]*\n)+ {2}[\]}],)(?=\n)/g,
  /** Further headings of columns in files. */
  aliases: /aliases: \[[^\]]*\],?/g,
}

const menu = globSync('admin/**/pages.ts', { cwd: import.meta.dirname })
  .map(file => readFileSync(resolve(import.meta.dirname, file), 'utf8'))
  .join('')

/** What a record is for heads its list; one without a list is described by the server alone. */
function withoutUnreadPurpose(code: string): string {
  const path = /= record\(\{\n {2}path: '([^']+)'/.exec(code)?.[1]
  if (path === undefined || menu.includes(`/${path}'`)) return code
  return code.replace(/\n {2}purpose:\s+'(?:[^'\\\n]|\\.)*',/, '')
}

/** Leaves out of declarations what the server alone reads. */
const withoutServerParts: Plugin = {
  name: 'without-server-parts',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/resources\/(?!define\/).*\.ts$/.test(id)) return
    const left = Object.values(ofServer).reduce((text, part) => text.replace(part, ''), withoutUnreadPurpose(code))
    return left === code ? undefined : { code: left, map: null }
  },
}

/** A hint of a declaration, or what an action asks and says, as it is written by the formatter. */
const HINT = /\b(?:hint|confirm|done):\s+('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g
const declarations = /\/resources\/(?!define\/)(?!.*\/commands)(?!.*(?:setting-groups|sap-settings)).*\.ts$/

/** Moves the hints of declarations, and the questions of actions, to the forms that show them. */
function withoutHints(): Plugin {
  const hints = [
    ...new Set(
      globSync('resources/**/*.ts', { cwd: import.meta.dirname })
        .filter(file => declarations.test(`/${file}`))
        .sort()
        .flatMap(file => [...readFileSync(resolve(import.meta.dirname, file), 'utf8').matchAll(HINT)])
        .map(([, text]) => text!),
    ),
  ]
  return {
    name: 'without-hints',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (id.endsWith('/derive/form/hint-text.ts'))
        return { code: code.replace('readonly string[] = []', `readonly string[] = [${hints.join()}]`), map: null }
      if (!declarations.test(id)) return
      return { code: code.replaceAll(HINT, (all, text) => all.replace(text, `'§${hints.indexOf(text)}'`)), map: null }
    },
  }
}

/** The live connection is a WebSocket alone: the client leaves out its other ways. */
const onlyWebSocket: Plugin = {
  name: 'only-websocket',
  transform: (_, id) =>
    /\/engine\.io-client\/build\/esm\/transports\/index\.js$/.test(id)
      ? { code: `import { WS } from './websocket.node.js'\nexport const transports = { websocket: WS }`, map: null }
      : undefined,
}

/** What antd's modal, pagination and buttons bring along and no screen shows: bones, borders, ripples. */
const withoutUnshown: Plugin = {
  name: 'without-unshown',
  transform: (_, id) =>
    /\/antd\/es\/(skeleton\/index|pagination\/style\/bordered|_util\/wave\/WaveEffect)\.js$/.test(id)
      ? { code: 'export default () => null', map: null }
      : undefined,
}

/** Words of antd's forms, tours and uploads, which no screen has: ours say their own. */
const withoutUnsaid: Plugin = {
  name: 'without-unsaid',
  transform: (code, id) =>
    /\/antd\/es\/locale\/en_US\.js$/.test(id)
      ? {
          code: code.replace(
            /\n {2}(?:Form|Tour|Upload|Transfer|QRCode|ColorPicker): \{\n(?: {4,}[^\n]*\n)+ {2}\},?(?=\n)/g,
            '',
          ),
          map: null,
        }
      : undefined,
}

/** A text area and a box of searches are loaded with the forms that have them, not with every input. */
const inputAlone: Plugin = {
  name: 'input-alone',
  transform: (_, id) =>
    /\/antd\/es\/input\/index\.js$/.test(id)
      ? {
          code: `import Input from './Input'\nimport Password from './Password'\nInput.Password = Password\nexport default Input`,
          map: null,
        }
      : undefined,
}

export default defineConfig({
  root: ours(''),
  plugins: [
    react(),
    preloaded,
    withoutServerParts,
    withoutHints(),
    onlyWebSocket,
    inputAlone,
    withoutUnsaid,
    withoutUnshown,
  ],
  resolve: {
    // What Refine's and antd's packages use, in a twentieth of the size.
    alias: [
      { find: /^axios$/, replacement: ours('http/client.ts') },
      { find: /^(qs|query-string)$/, replacement: ours('http/query-text.ts') },
      { find: /^resize-observer-polyfill$/, replacement: ours('http/resize-observer.ts') },
      { find: /^pluralize$/, replacement: ours('http/plurals.ts') },
    ],
  },
  // The server puts the nonce of each answer in its place.
  html: { cspNonce: 'NONCE' },
  build: {
    // Browsers that cannot preload load the same files a little later.
    modulePreload: { polyfill: false },
    outDir: resolve(import.meta.dirname, 'dist/admin'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // These packages do nothing when they are read, which most do not say of themselves: what no screen uses stays
      // out. @refinedev/antd is one module that also imports pro-layout and react-markdown, and rc-field-form comes
      // with every input.
      treeshake: {
        moduleSideEffects: [
          {
            test: /node_modules.(@ant-design.(?!v5-patch)|@rc-component|rc-|react-markdown|remark|unified|papaparse|error-stack-parser|stackframe)/,
            sideEffects: false,
          },
        ],
      },
      output: {
        // A few large files instead of a hundred small ones: what every page needs, the declarations, what every page
        // inside the shell needs, and the list. Each takes along what its modules import.
        codeSplitting: {
          groups: [
            { name: 'load', priority: 8, test: /vite.preload-helper/ },
            // The first script gives the page its colours before the large ones come.
            { name: 'look', priority: 9, test: /admin\/theme\/(look|palettes|dark-algorithm)\.ts$/ },
            { name: 'react', priority: 7, test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
            {
              name: 'start',
              priority: 6,
              // What the page to sign in with shares with all others; it has a script of its own.
              test: /admin\/(app\.tsx|main\.tsx|account\/next-path\.ts|shell\/(menu\/icons|standalone)\.tsx)$|antd\/es\/(button|input)\/index\.js$/,
            },
            { name: 'declared', priority: 5, test: /resources\/(registry|define\/column)\.ts$/ },
            {
              name: 'shell',
              priority: 4,
              test: /admin\/(frame\/signed-in|shell\/(guard|page-frame|failure|button-link)|account\/idle-watch)\.tsx$/,
            },
            {
              name: 'page',
              priority: 4,
              test: /admin\/derive\/(screen\.tsx|use-narrow\.ts|grid\/cell\.tsx|show\/value\.tsx|reference-texts\.ts|list\/list\.css)$/,
            },
            { name: 'choice', priority: 3, test: /node_modules\/antd\/es\/select\/index\.js$/ },
            { name: 'list', priority: 2, test: /admin\/derive\/list\/list-page\.tsx$/ },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': api,
      '/sap': api,
      '/gateway': api,
      '/payments': api,
      '/socket.io': { target: api, ws: true },
    },
  },
})
