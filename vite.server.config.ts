import { existsSync } from 'node:fs'
import { createRequire, isBuiltin, SourceMap } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

// The server as few files, for `npm start`. `npm run dev`, the tests and the commands run the sources.

const root = import.meta.dirname
/** Every build lies in a folder of its own, named later; all are as deep. */
const folderOfBuild = join(root, 'dist', 'server', 'build')

const fromBuild = (path: string) => JSON.stringify(relative(folderOfBuild, path))
const placeOf = (path: string) => `require('node:path').join(__dirname, ${fromBuild(path)})`
const isPackage = (id: string) => id.includes('node_modules')

/**
 * Every module still finds its own place: what names a folder or file beside the source, in packages too (fonts,
 * pictures, migrations), names it in the bundle. A module named by `new URL('./thread.ts', import.meta.url)` is where a
 * thread begins and becomes a file of the build; none of ours is run by itself there.
 */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    enforce: 'pre',
    transform: {
      filter: { code: /import\.meta\.|\b__(?:dir|file)name\b/ },
      handler(code, id) {
        if (isPackage(id)) {
          const kept = code.replace(/\b__dirname\b/g, placeOf(dirname(id))).replace(/\b__filename\b/g, placeOf(id))
          return { code: kept, map: null }
        }
        const beginThread = (_: string, path: string) => {
          const source = resolve(dirname(id), path)
          const fileName = relative(root, source).replaceAll('/', '-').replace(/\.ts$/, '.cjs')
          this.emitFile({ type: 'chunk', id: source, fileName })
          return `require('node:url').pathToFileURL(require('node:path').join(__dirname, '${fileName}'))`
        }
        const kept = code
          .replace(/new URL\('(\.[^']*\.ts)', import\.meta\.url\)/g, beginThread)
          .replace(/\bimport\.meta\.main\b/g, 'false')
          .replace(/\bimport\.meta\.dirname\b/g, placeOf(dirname(id)))
          .replace(/\bimport\.meta\.url\b/g, `require('node:url').pathToFileURL(${placeOf(id)}).href`)
        return { code: kept, map: null }
      },
    },
  }
}

/** Packages can do without some of what they require, such as drivers of other databases: what is not installed stays out. */
function leaveOutAbsent(): Plugin {
  return {
    name: 'leave-out-absent',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^[@\w]/ },
      handler(id, importer) {
        if (!importer || !isPackage(importer) || isBuiltin(id)) return
        const name = id.split('/', id.startsWith('@') ? 2 : 1).join('/')
        if (existsSync(join(root, 'node_modules', name))) return
        try {
          createRequire(importer).resolve(id)
        } catch {
          return { id, external: true }
        }
      },
    },
  }
}

/** One letter beyond Latin 1, as ₹ is, would have the whole file kept with two bytes for each letter. */
function writeInAscii(): Plugin {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  return {
    name: 'write-in-ascii',
    generateBundle(_, files) {
      for (const file of Object.values(files))
        if (file.type === 'chunk') file.code = file.code.replace(/[\u0080-\uffff]/g, escaped)
    },
  }
}

/** Writes beside each file which line of which source each of its lines comes from, for `stackOfSources`, in place of a map. */
function writeLines(): Plugin {
  return {
    name: 'write-lines',
    generateBundle(_, files) {
      for (const [name, file] of Object.entries(files)) {
        if (file.type !== 'chunk' || !file.map) continue
        const map = new SourceMap(JSON.parse(file.map.toString()))
        const numbers = new Map(file.map.sources.map((source, at) => [source, at + 1]))
        const lines = file.code.split('\n')
        const table = Buffer.alloc(lines.length * 8)
        for (const [at, line] of lines.entries()) {
          const entry = map.findEntry(at, Math.max(0, line.search(/\S/)))
          if (!('originalSource' in entry) || entry.generatedLine !== at) continue
          table.writeUInt32LE(numbers.get(entry.originalSource) ?? 0, at * 8)
          table.writeUInt32LE(entry.originalLine + 1, at * 8 + 4)
        }
        this.emitFile({ type: 'asset', fileName: `${name}.lines`, source: table })
        this.emitFile({ type: 'asset', fileName: `${name}.sources`, source: JSON.stringify(file.map.sources) })
        delete files[`${name}.map`]
        file.map = null
      }
    },
  }
}

export default defineConfig({
  root,
  plugins: [keepPlaces(), leaveOutAbsent(), writeInAscii(), writeLines()],
  publicDir: false,
  // Only MariaDB needs its driver, which makes its readers of rows while it runs; sharp brings a library of its own, unpdf and harfbuzzjs read where they lie.
  ssr: { noExternal: true, external: ['mysql2', 'sharp', 'unpdf', 'harfbuzzjs'] },
  build: {
    ssr: true,
    target: 'node24',
    minify: false,
    sourcemap: 'hidden',
    rolldownOptions: {
      input: { main: join(root, 'api', 'main.ts') },
      // A package of old Node versions asks for it, and is not reached.
      checks: { eval: false },
      output: {
        // As modules of JavaScript the built-in ones are read whole: with node:http comes a client that nobody uses.
        format: 'cjs',
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name].cjs',
        sourcemapExcludeSources: true,
        comments: false,
      },
    },
  },
})
