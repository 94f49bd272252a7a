// TensorFlow.js's core with its gradients and its wasm backend; bundled by bench/wasm.mjs.
import '@tensorflow/tfjs-core/dist/register_all_gradients.js';

export * from '@tensorflow/tfjs-core';
export { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
