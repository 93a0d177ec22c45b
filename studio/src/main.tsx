import './app/nonce.js';
import '../styles/main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { theme } from './app/theme.js';

theme.apply();
const root = document.getElementById('root');
if (!root) throw new Error('The page lacks #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
