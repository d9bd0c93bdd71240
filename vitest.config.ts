import { defineConfig } from 'vitest/config'

const shared = { environment: 'node' as const, pool: 'forks' as const, testTimeout: 20_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      { test: { ...shared, name: 'resources', include: ['tests/resources/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: 'tests/support/database-setup.ts',
        },
      },
    ],
  },
})
