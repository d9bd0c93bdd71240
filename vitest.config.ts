import { defineConfig } from 'vitest/config'
import { withinSeconds } from './tests/support/limits.ts'

const shared = {
  environment: 'node' as const,
  pool: 'forks' as const,
  // Modules are read once a worker, not once a file; each file leaves the process as it was.
  isolate: false,
  // Tests make much that is gone at once, and need not then be moved about in memory; little runs so often that it pays
  // to compile it twice.
  execArgv: ['--max-semi-space-size=64', '--no-turbofan'],
  testTimeout: withinSeconds(150),
  hookTimeout: withinSeconds(150),
  expect: { poll: { timeout: withinSeconds(30), interval: 25 } },
  setupFiles: ['cost', 'real-world', 'seed'].map(name => `tests/support/worker/${name}.ts`),
}

export default defineConfig({
  test: {
    maxWorkers: '100%',
    // Said of a file by `@module-tag` in its first comment, or of one test by `{ tags: 'proof' }`.
    tags: [
      { name: 'sql', description: 'Sends SQL of its own, so that it runs on MariaDB in `npm test`, too.' },
      { name: 'locks', description: 'Is about what happens at once, so that it runs on MariaDB in `npm test`, too.' },
      { name: 'proof', description: 'Runs in `npm run proof` only.' },
    ],
    projects: [
      { test: { ...shared, name: 'resources', include: ['tests/resources/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'api',
          setupFiles: [
            ...shared.setupFiles,
            ...(process.env.SHAPES_FOLDER ? ['tests/support/shapes/note-shapes.ts'] : []),
          ],
          include: ['tests/api/**/*.test.ts'],
          globalSetup: 'tests/support/databases/database-setup.ts',
        },
      },
    ],
  },
})
