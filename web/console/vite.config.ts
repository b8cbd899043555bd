// How the console is built into static files that the gateway serves below /console.
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The charts name their scales at run time, so that all of them would come along, those of time and colour too. */
const scales = 'victory-vendor/d3-scale'
const fewScales: Plugin = {
  name: 'few-scales',
  enforce: 'pre',
  resolveId: (id) => (id === scales ? `\0${scales}` : undefined),
  load: (id) => (id === `\0${scales}` ? "export { scaleBand, scaleLinear, scalePoint } from 'd3-scale'" : undefined),
}

/** What the first page needs whichever it is. The console waits for its texts, and a bundler does not merge by itself what waits. */
const commonParts = new RegExp(
  [
    '@mantine/core/esm/components/(ActionIcon|Alert|Anchor|CloseButton|Collapse|Combobox|FocusTrap|Input|InputBase|Menu|Popover|Portal|Select|SimpleGrid|Stack|Table|Title|Tooltip)/',
    '@mantine/hooks/esm/(use-disclosure|use-uncontrolled|use-window-event)/',
    '@tanstack/(query-core|react-query)/',
    'react-remove-scroll/',
    'web/console/src/(api|format|session/(session-context|sign-out)|shell|preferences/use-preferences|parts/(data-age|data-table|page|url-filters))',
  ]
    .map((part) => part.replaceAll('/', '[\\\\/]'))
    .join('|'),
)

/** Styles stay in the order of main.tsx, after those of the library that they change. */
const isCommon = (id: string) => commonParts.test(id) && !id.endsWith('.css')

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  cacheDir: resolve(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'vite'),
  plugins: [react(), fewScales],
  build: {
    target: 'es2023',
    // Small pictures as data: addresses would need a wider policy.
    assetsInlineLimit: 0,
    // Browsers that the target names preload modules by themselves.
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        // What every page has, in one file: each file of its own comes with headers that weigh as much as the smallest of them.
        codeSplitting: { groups: [{ name: 'common', test: isCommon }] },
      },
    },
  },
})
